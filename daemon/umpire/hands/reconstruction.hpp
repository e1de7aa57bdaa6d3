#pragma once
// Moves lost in a gap, worked out from what the board shows afterwards.

#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

/// What the board is seen in: at rest, or with the pieces of the next move in the player's hand.
enum class Hands : std::uint8_t { empty, full };

/// For one look at the board: a quarter of a second.
inline constexpr int usual_budget = 2'000'000;

/// Some legal move takes up what is gone from all these squares.
bool may_be_of_one_move(const chess::Position& position, chess::Bitboard gone);

/// The squares of pieces that the next move has taken up, where nothing else differs from `position` but that
/// king or rook may have castled already; none where no legal move takes up just those.
chess::Bitboard taken_up(const chess::Position& position, const Sight& sight);

using Lines = std::vector<std::vector<chess::Move>>;

/// The series of legal moves from `position` that leave the board as it is seen: the shortest, and those of
/// one ply more, which leave the other side to move; by length, then in the order of their UCI text. Where no
/// move explains it, with empty hands, that alone; none where none is found within so many plies. No more
/// than 1,024 of a length are returned. Every move tried is taken off `budget`; at 0 the search ends with
/// what it has.
Lines explanations(const chess::Position& position, const Sight& sight, int most_plies, Hands hands,
                   int& budget);

} // namespace adoube::umpire
