#pragma once
// Inputs that no board and no people would make: every kind, in any order, about any square.

#include "tests/replay/dice.hpp"

#include "daemon/record/input.hpp"

#include <vector>

namespace adoube::replay {

record::Input any_input(record::Sensing sensing, GameMs t_ms, Dice& dice);
/// Time goes on, mostly: it may stand, leap by centuries, and run back.
std::vector<record::Input> any_inputs(record::Sensing sensing, int count, Dice& dice);
record::Header any_header(record::Sensing sensing, Dice& dice);

} // namespace adoube::replay
