#pragma once
// The games of a round, as the record of a hall has them.

#include "daemon/evidence/replay.hpp"
#include "daemon/journal/contents.hpp"
#include "daemon/record/game_entry.hpp"
#include "daemon/record/input.hpp"
#include "daemon/tournament/trf.hpp"

#include <expected>
#include <functional>
#include <optional>
#include <vector>

namespace adoube::results {

struct HallGame {
    std::string id;        // public
    std::string record_id; // in the journal; not sent
    int board = 0;
    record::Tags tags;                      // as corrected
    std::optional<tournament::Score> score; // empty: it does not stand yet
    bool confirmed = false;                 // by an arbiter (8.7)
    std::string pgn;                        // with public tags only

    std::string players() const;
};

HallGame hall_game(const journal::WholeGame& whole, const evidence::Replayed& replayed);

/// The number of the table at which it was played, as its record says; 0: it does not.
int board_of(const journal::WholeGame& whole);

struct AskedGames {
    int round = 0; // as in the tag Round; 0: that of the game opened last
    /// Of other boards nothing counts: neither for the answer, nor for which round is meant.
    std::function<bool(int board)> board = [](int) { return true; };
    /// Given each game whose record cannot be read, without score and PGN, and why; it is left out then.
    /// Empty: the first such game is an error.
    std::function<void(const HallGame& game, const std::string& why)> unread{};
};
/// By board. The error is one sentence.
/// `not_begun`: games without a record, which have no result; absent: those that are armed, by the journal.
/// Of them only those with a player's name are given. `told`, which may be empty, gets how many of the
/// journal's games were read.
std::expected<std::vector<HallGame>, std::string>
games_in(const std::string& journal, const AskedGames& asked,
         const std::optional<std::vector<record::GameEntry>>& not_begun = {},
         const std::function<void(std::size_t done, std::size_t all)>& told = {});

} // namespace adoube::results
