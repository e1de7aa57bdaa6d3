#pragma once
// What is made of a board that has changed while inputs were lost.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

// `budget` is that of shortest_explanations.

/// `reading` with the shortest series of legal moves that explains the board: each that fits; none where none
/// does.
std::vector<Reading> recovered(const Reading& reading, const Sight& sight, Moment now, int& budget,
                               int most_plies = 6);

/// The same with the pieces of the next move in the player's hand.
std::vector<Reading> recovered_in_hand(const Reading& reading, const Sight& sight, Moment now, int& budget,
                                       int most_plies = 6);

/// The same hands are at the same move still: pieces of one legal move are off their squares, and may stand
/// elsewhere on their way.
std::optional<Reading> recovered_in_mid_move(const Reading& reading, const Sight& sight, Moment now);

/// The board cannot be explained: what to restore, square by square.
void tell_out_of_step(Reading& reading, const Sight& sight, Moment now);

} // namespace adoube::umpire
