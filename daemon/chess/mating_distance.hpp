#pragma once
// How far from a mate a position looks. A guess that only decides where the search for a helpmate looks
// first.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

/// The squares that `side` attacks, seen through the king of the other side.
Bitboard attacked_squares(const Position& position, Side side);

/// At least three pawns stand head to head: a wall that may be one for ever.
bool has_pawn_wall(const Position& position);

/// The smaller, the nearer; may be below 0. `attacked` are the winner's attacked_squares().
int mating_distance(const Position& position, Side winner, Bitboard attacked);

} // namespace adoube::chess
