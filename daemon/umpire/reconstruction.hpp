#pragma once
// Moves lost in a gap, worked out from what the board shows afterwards.

#include "daemon/umpire/sight.hpp"

namespace adoube::umpire {

/// The shortest series of legal moves from `position` that leave the board as it is seen: all of them if
/// several fit, none where none is found within so many plies. No more than 16 are returned.
std::vector<std::vector<chess::Move>> shortest_explanations(const chess::Position& position,
                                                            const Sight& sight, int most_plies = 6);

} // namespace adoube::umpire
