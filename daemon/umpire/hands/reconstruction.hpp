#pragma once
// Moves lost in a gap, worked out from what the board shows afterwards.

#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

/// At rest, or with the next move's pieces in hand.
enum class Hands : std::uint8_t { empty, full };

/// For one look at the board: a quarter of a second.
inline constexpr int usual_budget = 2'000'000;

bool may_be_of_one_move(const chess::Position& position, chess::Bitboard gone);

/// Squares of the next move's lifted pieces, if nothing else differs from `position` but a king or rook that
/// has castled already; none if no legal move lifts just those.
chess::Bitboard taken_up(const chess::Position& position, const Sight& sight);

using Lines = std::vector<std::vector<chess::Move>>;

/// The series of legal moves from `position` to the board as seen: the shortest, and those one ply longer,
/// which leave the other side to move; by length, then by UCI text. With empty hands and nothing to explain,
/// only the empty one; none if none is found within `most_plies`. At most 1,024 of each length. Each move
/// tried is taken off `budget`; at 0 the search ends with what it has.
Lines explanations(const chess::Position& position, const Sight& sight, int most_plies, Hands hands,
                   int& budget);

} // namespace adoube::umpire
