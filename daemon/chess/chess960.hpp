#pragma once
// Chess960 start positions by Scharnagl number: 0 to 959, 518 is the usual one.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

inline constexpr int chess960_starts = 960;

Position chess960_start(int number);

} // namespace adoube::chess
