#pragma once
// What is made of a board that has changed while inputs were lost.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/reconstruction.hpp"

#include <span>

namespace adoube::umpire {

/// Plies, in one gap.
inline constexpr int most_lost = 6;

/// The moves of its line that were lost in a gap, if it begins with some.
std::span<const PlayedMove> lost_moves(const Reading& reading);
bool lost_alike(const Reading& one, const Reading& other);

/// Of explanations(), for all readings of one look at the board.
struct Budgets {
    int hands_empty = usual_budget, hands_full = usual_budget;
};

/// `reading` with each series of legal moves that explains the board, at rest or with the pieces of the next
/// move in the player's hand: one for each position that such a series leads to, with all that are as long
/// told; none where there is none.
std::vector<Reading> recovered(const Reading& reading, const Sight& sight, Moment now, Budgets& budgets,
                               int most_plies = most_lost);

/// `reading` with the shortest series that explain the board at rest, and nothing told.
std::vector<Reading> explained_by_lost_moves(const Reading& reading, const Sight& sight, Moment now,
                                             int most_plies, int& budget);

/// The same hands are at the same move still: pieces of one legal move are off their squares, and may stand
/// elsewhere on their way.
std::optional<Reading> recovered_in_mid_move(const Reading& reading, const Sight& sight, Moment now);

/// The board cannot be explained: what to restore, square by square.
Incident cannot_be_explained(const Reading& reading, const Sight& sight, Moment now);

} // namespace adoube::umpire
