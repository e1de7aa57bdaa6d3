#pragma once
// Pieces on a square and around it, many times, each time on another square of another board.

#include "tests/magnets/made_square.hpp"

#include <span>

namespace adoube::magnets {

/// The kinds of board are those of made_square.hpp.
template<class Board>
struct Geometry {
    Squares squares;
    Disc disc;
    Board board;

    FieldMap map() const { return {disc, {.least_mm = board.lowest_gap_mm(), .most_mm = 60}}; }
};

/// Shares of the placements.
struct Chances {
    double missed = 0;       // a piece that stands there does not show
    double wrong_colour = 0; // or shows as the other side's
    double felt = 0;         // an empty square shows its neighbours
    double stuck = 0;        // a square that a piece left still shows one
};
template<class Board>
Chances chances(const Geometry<Board>& geometry, const FieldMap& map, Hand hand, int placements,
                std::uint64_t seed);
/// On these squares of one board, in turn.
Chances chances(std::span<const HallSquare> board, const Squares& squares, Hand hand, int placements,
                Dice& dice);

} // namespace adoube::magnets
