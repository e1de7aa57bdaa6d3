#pragma once
// What stands on a board, in words for an arbiter.

#include "daemon/umpire/data/sight.hpp"

#include <string>

namespace adoube::round {

/// Of more squares only their number is told.
inline constexpr int most_squares_in_words = 8;

/// "a white pawn"
std::string in_words(chess::Piece piece);

/// Where the board is not as `wanted`: "e2 is empty and e4 has a piece"; empty where it is.
std::string stands_wrong(const umpire::Sight& board, const chess::Position& wanted);

/// What hands have to do until the board is as `wanted`: "d6 must go to d7 and a black pawn must stand on
/// e5"; empty where it is. `was`: the position that stands on it, if it looks so. `back`: the pieces were
/// there before.
std::string to_put_right(const umpire::Sight& board, const chess::Position& was,
                         const chess::Position& wanted, bool back = false);

} // namespace adoube::round
