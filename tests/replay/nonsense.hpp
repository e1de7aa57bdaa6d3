#pragma once
// Inputs that no board and no people would make: every kind, in any order, about any square.

#include "tests/replay/dice.hpp"

#include "daemon/umpire/input.hpp"

#include <vector>

namespace adoube::replay {

umpire::Input any_input(umpire::Sensing sensing, std::int64_t t_ms, Dice& dice);
/// Time goes on, mostly: it may stand, leap by centuries, and run back.
std::vector<umpire::Input> any_inputs(umpire::Sensing sensing, int count, Dice& dice);
umpire::Header any_header(umpire::Sensing sensing, Dice& dice);

} // namespace adoube::replay
