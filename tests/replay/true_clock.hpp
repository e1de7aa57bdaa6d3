#pragma once
// The true clock of a generated log (Article 6): what is left after each press that completed a move, and
// whose flag fell when.

#include "tests/replay/referee.hpp"

namespace adoube::replay {

/// Completes the move of a ply (0 = the first).
struct CompletingPress {
    std::int64_t t_ms;
    Side side;
    std::size_t ply;
};

struct PlayedMoves {
    std::vector<std::int64_t> made_ms;
    std::vector<CompletingPress> presses;
    Side first_to_move;
};

struct ClockTruth {
    /// By ply, in ms, increment included; empty without a press.
    std::vector<std::optional<std::int64_t>> left_ms;
    std::vector<Expected> flags;
};

/// Without a clock no times. Flags after the last move are open: the game may be over.
ClockTruth clock_truth(const record::Header& header, std::span<const record::Input> inputs,
                       const PlayedMoves& played);

} // namespace adoube::replay
