#pragma once
// Counts move sequences: the strictest test of a move generator.

#include "daemon/chess/position.hpp"

#include <functional>
#include <vector>

namespace adoube::chess {

/// Sequences of `depth` legal moves; 1 for depth 0.
std::uint64_t perft(const Position& position, int depth);

struct MoveCount {
    Move move;
    std::uint64_t count;
};

/// The same per legal move; `depth` includes that move and is at least 1. `told`, which may be empty, gets
/// how many of the moves are done.
std::vector<MoveCount> perft_divide(const Position& position, int depth,
                                    const std::function<void(std::size_t done, std::size_t all)>& told = {});

} // namespace adoube::chess
