#pragma once
// The start positions of Chess960 by their numbers (Scharnagl): 0 to 959, 518 is the usual one.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

inline constexpr int chess960_starts = 960;

/// `number` must be one of them.
Position chess960_start(int number);

} // namespace adoube::chess
