#pragma once
// What a journal holds, as it is read back.

#include "daemon/journal/record.hpp"

#include <vector>

namespace adoube::journal {

struct WholeGame {
    GameEntry game;
    std::vector<Entry> inputs;
    std::vector<Checkpoint> checkpoints; // by size
};

/// A game without its inputs.
struct Outline {
    GameEntry game;
    std::uint64_t inputs = 0;
    UtcMs last_utc_ms{}; // its last input came in, or it was opened
    std::optional<Hold> hold;

    /// When its result was known, or where it never was, when it was left.
    UtcMs ended_utc_ms() const { return game.closed_utc_ms.value_or(last_utc_ms); }
};

struct Remains {
    Tombstone tombstone;
    std::vector<Checkpoint> checkpoints; // of one size
};

struct Overview {
    std::vector<Outline> games; // in the order in which they were opened
    std::vector<Remains> deleted;
};

/// What a copy of a journal holds.
struct Copied {
    std::size_t games = 0, inputs = 0;
    std::optional<UtcMs> last_utc_ms; // when the last input came in
};

} // namespace adoube::journal
