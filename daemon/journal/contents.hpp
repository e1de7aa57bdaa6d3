#pragma once
// What a journal holds, as read back.

#include "daemon/journal/record.hpp"

#include <vector>

namespace adoube::journal {

struct WholeGame {
    GameEntry game;
    std::vector<Entry> inputs;
    std::vector<Checkpoint> checkpoints; // by size
};

struct Outline {
    GameEntry game;
    std::uint64_t inputs = 0;
    UtcMs last_utc_ms{}; // of its last input or opening
    std::optional<Hold> hold;

    /// When its result was known, else when it was left.
    UtcMs ended_utc_ms() const { return game.closed_utc_ms.value_or(last_utc_ms); }
};

struct Remains {
    Tombstone tombstone;
    std::vector<Checkpoint> checkpoints; // of one size
};

struct Overview {
    std::vector<Outline> games; // in the order of opening
    std::vector<Remains> deleted;
};

struct Copied {
    std::size_t games = 0, inputs = 0;
    std::optional<UtcMs> last_utc_ms; // of the last input
};

} // namespace adoube::journal
