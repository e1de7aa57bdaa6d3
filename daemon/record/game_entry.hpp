#pragma once
// What is kept of a game beside its inputs: where each came from, what was signed, what was shown, and what
// is left where the game was deleted.

#include "daemon/time/instant.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace adoube::record {

/// Where an input came from.
struct Origin {
    std::string board_id;
    std::uint32_t boot_id = 0;
    /// The board's number for it: board, boot and number name an input for ever. Empty for what a board tells
    /// without a number, such as a snapshot, and for a gap before what it tells first.
    std::optional<std::uint32_t> sequence;
    BoardUs board_us{}; // the board's own clock, raw
    friend bool operator==(const Origin&, const Origin&) = default;
};

/// One input line of a sensor log, as to_line writes it, with what was known when it came in.
struct Entry {
    std::string line;
    std::optional<Origin> origin; // empty for what no board has told
    UtcMs host_utc_ms{};
    friend bool operator==(const Entry&, const Entry&) = default;
};

struct GameEntry {
    std::string id;
    std::string header; // the first line of its sensor log
    UtcMs created_utc_ms{};
    std::optional<UtcMs> closed_utc_ms; // when its result was known
    /// Drawn for it when it was opened; empty in a game of before there were any. What was signed of the game
    /// can be found out by nobody who has not this.
    std::string secret{};
    friend bool operator==(const GameEntry&, const GameEntry&) = default;
};

/// The game that is to begin at the table of game `after`, once its start position stands there. Of several
/// after one game the last holds.
struct ArmedGame {
    std::string after;
    std::string id;
    std::string header; // as far as it is known before the game begins
    UtcMs armed_utc_ms{};
    friend bool operator==(const ArmedGame&, const ArmedGame&) = default;
};

/// What a tree of a game's header and inputs was when it was signed: a C2SP signed note. There may be several
/// of one size, by several keys.
struct Checkpoint {
    std::string game_id;
    std::uint64_t size = 0; // the header and the inputs before input `size`
    std::string note;
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

/// How far a game has been shown to the public: as it stood at `t_ms` of its time, after so many inputs, with
/// clocks that are right at `clocks_at_ms`. Of several the last holds.
struct Shown {
    std::string game_id;
    std::uint64_t inputs = 0;
    GameMs t_ms{};
    UtcMs clocks_at_ms{};
    friend bool operator==(const Shown&, const Shown&) = default;
};

/// Its game is not deleted before it is released.
struct Hold {
    std::string why; // an arbiter's words
    UtcMs since_utc_ms{};
    friend bool operator==(const Hold&, const Hold&) = default;
};

/// What is left of a game that was deleted, beside its last checkpoints: enough to tell whether what somebody
/// shows of it later is the record that was here.
struct Tombstone {
    std::string game_id;
    UtcMs deleted_utc_ms{};
    std::string why;        // the rule, or the hand: a phrase
    std::uint64_t size = 0; // of its tree: the header and the inputs
    std::string root;       // of its tree, base64; empty where the record could be guessed from it
    friend bool operator==(const Tombstone&, const Tombstone&) = default;
};

/// What a journal is asked to do: header and inputs go, and all that was armed after it and never begun; no
/// game of its id is opened again, and no board brings its inputs back. Refused where it is held, or has not
/// as many inputs as the tombstone says. What is left in the file is overwritten later:
/// journal::Journal::erase_deleted.
struct DeleteGame {
    Tombstone tombstone;
    std::uint64_t kept_size = 0; // of its checkpoints those of this size stay
};

/// "deleted on 2026-12-20 14:03 UTC (by hand)".
std::string when_and_why(const Tombstone& tombstone);

} // namespace adoube::record
