#pragma once
// What is wrong on a board, in words for an arbiter.

#include "daemon/umpire/data/sight.hpp"

#include <string>

namespace adoube::round {

/// Beyond this it is not said what is wrong with each.
inline constexpr int most_squares_in_words = 8;

/// "a white pawn"
std::string in_words(chess::Piece piece);

/// "e2 is empty and e4 has a piece"; of many squares only their names; empty if the board is as `wanted`.
std::string stands_wrong(const umpire::Sight& board, const chess::Position& wanted);

/// "d6 must go to d7 and a black pawn must stand on e5"; empty likewise. `was`: the position that may stand
/// on the board. `back`: the pieces were there before.
std::string to_put_right(const umpire::Sight& board, const chess::Position& was,
                         const chess::Position& wanted, bool back = false);

} // namespace adoube::round
