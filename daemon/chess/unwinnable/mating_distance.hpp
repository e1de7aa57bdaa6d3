#pragma once
// How far from a mate a position looks. A guess that only decides where the search for a helpmate looks
// first.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

/// The squares that `side` attacks, seen through the king of the other side.
Bitboard attacked_squares(const Position& position, Side side);

/// At least three pawns stand head to head: a wall that may be one for ever.
bool has_pawn_wall(const Position& position);

/// Two or more, and no other pieces but king and pawns.
bool has_bishops_of_one_colour(const Position& position, Side side);

/// Where bishops of one colour are to mate: wherever pieces of the loser stand beside its king, or in a
/// corner. Where one search takes ages, the other is often done at once.
enum class Aim : std::uint8_t { anywhere, corner };

/// The smaller, the nearer; may be below 0. `attacked` are the winner's attacked_squares().
int mating_distance(const Position& position, Side winner, Aim aim, Bitboard attacked);

} // namespace adoube::chess
