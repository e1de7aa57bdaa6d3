#pragma once
// Inputs of every kind that no board or people would make.

#include "tests/replay/dice.hpp"

#include "daemon/record/input.hpp"

#include <vector>

namespace adoube::replay {

record::Input any_input(record::Sensing sensing, GameMs t_ms, Dice& dice);
/// Time mostly advances: it may stand, leap a century, or run back.
std::vector<record::Input> any_inputs(record::Sensing sensing, int count, Dice& dice);
record::Header any_header(record::Sensing sensing, Dice& dice);

} // namespace adoube::replay
