#pragma once
// What is kept of a game beside its inputs.

#include "daemon/time/instant.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace adoube::record {

struct Origin {
    std::string board_id;
    std::uint32_t boot_id = 0;
    /// Board, boot and this number identify an input for ever. Empty for unnumbered reports, such as a
    /// snapshot, and for a gap before the first report.
    std::optional<std::uint32_t> sequence;
    BoardUs board_us{}; // raw
    friend bool operator==(const Origin&, const Origin&) = default;
};

/// One input line of a sensor log (to_line), with what was known on arrival.
struct Entry {
    std::string line;
    std::optional<Origin> origin; // empty if not from a board
    UtcMs host_utc_ms{};
    friend bool operator==(const Entry&, const Entry&) = default;
};

struct GameEntry {
    std::string id;
    std::string header; // the first line of its sensor log
    UtcMs created_utc_ms{};
    std::optional<UtcMs> closed_utc_ms; // when its result was known
    /// Drawn when the game opened; empty in older games. Without it nobody can guess what was signed.
    std::string secret{};
    friend bool operator==(const GameEntry&, const GameEntry&) = default;
};

/// Begins at the table of game `after` once its start position stands there; or, where a table has played
/// nothing yet, takes the place of the game that the configuration has there. Of several at one place the
/// last counts.
struct ArmedGame {
    std::string after;
    std::string id;
    std::string header; // as known before the game begins
    UtcMs armed_utc_ms{};
    std::string instead_of{}; // then `after` is empty
    friend bool operator==(const ArmedGame&, const ArmedGame&) = default;
};

/// A C2SP signed note on the tree of a game's header and inputs. Several keys may sign one size.
struct Checkpoint {
    std::string game_id;
    std::uint64_t size = 0; // the header and the inputs before input `size`
    std::string note;
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

/// How far the public has seen a game: at `t_ms` of its time, after `inputs` inputs, with clocks right at
/// `clocks_at_ms`. Of several the last counts.
struct Shown {
    std::string game_id;
    std::uint64_t inputs = 0;
    GameMs t_ms{};
    UtcMs clocks_at_ms{};
    friend bool operator==(const Shown&, const Shown&) = default;
};

/// Forbids deleting the game until released.
struct Hold {
    std::string why; // an arbiter's words
    UtcMs since_utc_ms{};
    friend bool operator==(const Hold&, const Hold&) = default;
};

/// What remains of a deleted game, beside its last checkpoints, to tell whether a copy shown later is the
/// record that was here.
struct Tombstone {
    std::string game_id;
    UtcMs deleted_utc_ms{};
    std::string why;        // a phrase: the rule, or "by hand"
    std::uint64_t size = 0; // of its tree: header and inputs
    std::string root;       // base64; empty where the record could be guessed from it
    friend bool operator==(const Tombstone&, const Tombstone&) = default;
};

/// Asks the journal to delete header, inputs and games armed after it but never begun; its id is never
/// reopened, and no board restores its inputs. Refused if held, or if the number of inputs differs from the
/// tombstone's. journal::Journal::erase_deleted later overwrites what the file still holds.
struct DeleteGame {
    Tombstone tombstone;
    std::uint64_t kept_size = 0; // checkpoints of this size stay
};

/// "deleted on 2026-12-20 14:03 UTC (by hand)".
std::string when_and_why(const Tombstone& tombstone);

} // namespace adoube::record
