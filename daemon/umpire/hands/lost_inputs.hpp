#pragma once
// Interprets a board that changed while inputs were lost.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/reconstruction.hpp"

#include <span>

namespace adoube::umpire {

inline constexpr int most_lost = 6; // plies in one gap

/// The moves lost in a gap at the start of its line.
std::span<const PlayedMove> lost_moves(const Reading& reading);
bool lost_alike(const Reading& one, const Reading& other);

/// For explanations(), shared by all readings in one look.
struct Budgets {
    int hands_empty = usual_budget, hands_full = usual_budget;
    int hand_idle = usual_budget / 4;
};

/// `reading` with what series of legal moves explain the board, at rest or with the next move's pieces in
/// hand: one for each position reached, its incident listing all series of that length.
std::vector<Reading> recovered(const Reading& reading, const Sight& sight, Moment now, Budgets& budgets,
                               int most_plies = most_lost);

/// `reading` with the shortest series that explain the board at rest; no incidents.
std::vector<Reading> explained_by_lost_moves(const Reading& reading, const Sight& sight, Moment now,
                                             int most_plies, int& budget);

/// The pieces of one legal move are still in hand, some perhaps put elsewhere on their way.
std::optional<Reading> recovered_in_mid_move(const Reading& reading, const Sight& sight, Moment now);

/// Tells what to restore, square by square.
Incident cannot_be_explained(const Reading& reading, const Sight& sight, Moment now);

} // namespace adoube::umpire
