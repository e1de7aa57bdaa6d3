#pragma once
// Estimates how far a position is from mate; only orders the search for a helpmate.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

/// Seen through the other side's king.
Bitboard attacked_squares(const Position& position, Side side);

/// At least three pawns head to head, possibly for ever.
bool has_pawn_wall(const Position& position);

/// At least two, and otherwise only king and pawns.
bool has_bishops_of_one_colour(const Position& position, Side side);

/// Where bishops of one colour are to mate: beside any pieces of the loser, or in a corner. Either may be far
/// quicker to find.
enum class Aim : std::uint8_t { anywhere, corner };

/// Smaller is nearer; may be negative. `attacked`: the winner's attacked_squares().
int mating_distance(const Position& position, Side winner, Aim aim, Bitboard attacked);

} // namespace adoube::chess
