#pragma once
// Patterns of mates by minor pieces, as fixed goals: if each position guesses the nearest mate anew
// (mating_distance.hpp), uninvolved pieces wander endlessly.

#include "daemon/chess/unwinnable/routes.hpp"

#include <vector>

namespace adoube::chess {

struct MatingPattern {
    /// The loser's.
    Square king;
    /// What gives check, and from where it may.
    PieceType checks;
    Bitboard checkers;
    /// The winner's king; empty if not involved.
    Bitboard helper;
    /// Beside the king, for another piece to attack or the loser to block.
    Bitboard others;
};

/// An estimate in moves, Routes::none or more if it looks out of reach. `attacked`: the winner's
/// attacked_squares().
int distance_to(const MatingPattern& pattern, const Routes& routes, const Position& position, Side winner,
                Bitboard attacked);

/// The nearest first.
std::vector<MatingPattern> nearest_patterns(const Position& position, Side winner, const Routes& routes,
                                            std::size_t most);

} // namespace adoube::chess
