#pragma once
// Counts the ways in which a game can go on: the test of a move generator that forgives nothing.

#include "daemon/chess/position.hpp"

#include <vector>

namespace adoube::chess {

/// The number of sequences of `depth` legal moves; 1 for depth 0.
std::uint64_t perft(const Position& position, int depth);

struct MoveCount {
    Move move;
    std::uint64_t count;
};

/// The same, for each legal move by itself; `depth` counts that move and is at least 1.
std::vector<MoveCount> perft_divide(const Position& position, int depth);

} // namespace adoube::chess
