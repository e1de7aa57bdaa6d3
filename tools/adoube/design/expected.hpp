#pragma once
// What the sensors of a board should feel of pieces whose places are known. Of Hall sensors only.

#include "tools/adoube/design/placements.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace adoube::tools::design {

/// Steps.
struct Range {
    double least, most;
};

/// What any square of a board within tolerance feels of any piece, averaged over these places from its
/// middle.
Range levels_at(const Board& board, std::span<const Point> places, const Tolerance& within = tolerance);

/// What each square feels of all pieces of the start position, in the middle of their squares; White's alone
/// raise it.
std::array<double, 64> start_levels(const Board& board);
constexpr bool stands_at_start(std::size_t square) { return square < 16 || square >= 48; }

/// The same board with so many times the steps: other magnets, sensors or resistors.
Board with_levels(Board board, double times);

} // namespace adoube::tools::design
