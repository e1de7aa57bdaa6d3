#pragma once
// How a target fares, for the operator: as JSON (report_json.hpp) for the page of targets and the status, in
// words (report_words.hpp) for `adoube targets`.

#include "daemon/targets/settings.hpp"
#include "daemon/time/instant.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace adoube::targets {

struct Note {
    std::string text; // one sentence, for the log
    bool trouble = false;
};

/// A move of a game of which a site shows something else than the board.
struct ComparedMove {
    std::string number;      // "23." for White, "23..." for Black
    std::string site, board; // "Nf3 1:02:03": with the clock after it, if there is one; empty: none
    friend bool operator==(const ComparedMove&, const ComparedMove&) = default;
};

/// A game, or the file of one, and what the site says of it.
struct GameReport {
    std::string id;      // or the path of a file; empty: the file with all boards' games
    int board = 0;       // 0: of more than one
    std::string players; // "Ann Adams – Ben Baker"
    bool is_behind = false;
    std::optional<HallMs> taken{};        // by the site, last; since the daemon's start
    std::string refused{};                // the site's reason; empty: not refused
    std::string differs{};                // what the site shows against the board; empty: it does not differ
    bool is_held = false;                 // nothing more of it is sent, as its moves differ
    std::vector<ComparedMove> compared{}; // from just before the first difference on
};

struct Report {
    enum class State : std::uint8_t {
        nothing_to_send,
        up_to_date,
        not_all_taken, // the site refuses a game, or one is held back
        waiting,
        sending,
        failing
    };
    /// For what, while waiting.
    enum class Wait : std::uint8_t {
        turn,     // requests are spaced
        asked,    // the site asked for it
        refused,  // a file, until it is tried again
        unsettled // a request without an answer may still take effect
    };
    /// What would end it, while failing. secrets: a file of ours; trust: who vouches for the site.
    enum class Cure : std::uint8_t { time, login, settings, secrets, trust };

    State state{};
    Wait wait{};
    Cure cure{};
    std::string name;
    Kind kind{};
    std::string trouble;           // of the last request, while failing
    std::size_t behind = 0;        // games, or files, with something to send
    std::size_t held_by_delay = 0; // games with something that is not to be sent yet
    std::optional<HallMs> since;   // it has been failing, or sending, or there has been something to send
    std::optional<HallMs> next;    // request, where it is not at once
    std::optional<HallMs> last_success;
    bool reset_waits = false;      // commanded, not yet done
    std::set<std::string> rounds;  // of the tournament, of whose games a lichess round shows some
    std::vector<GameReport> games; // or files; by board
};

} // namespace adoube::targets
