#pragma once
// Patterns of the mates that minor pieces give, and how far each is. Where the nearest mate is guessed anew
// at each position (mating_distance.hpp), pieces that have no part in it wander for ever; one pattern is a
// goal that stays.

#include "daemon/chess/unwinnable/routes.hpp"

#include <vector>

namespace adoube::chess {

struct MatingPattern {
    /// Of the loser's king.
    Square king;
    /// What gives check, and the squares from which it may.
    PieceType checks;
    Bitboard checkers;
    /// Where the winner's king stands; empty where he has no part in it.
    Bitboard helper;
    /// The squares beside the king that something else must attack, or a piece of the loser block.
    Bitboard others;
};

/// About how many moves it takes, Routes::none or more where it looks out of reach. `attacked` are the
/// winner's attacked_squares().
int distance_to(const MatingPattern& pattern, const Routes& routes, const Position& position, Side winner,
                Bitboard attacked);

/// The nearest first, no more than `most`.
std::vector<MatingPattern> nearest_patterns(const Position& position, Side winner, const Routes& routes,
                                            std::size_t most);

} // namespace adoube::chess
