#pragma once
// What material alone tells about mating.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

/// False if no position with these pieces, or with what they can become, is a mate by `side`.
bool can_have_mating_material(const Position& position, Side side);

} // namespace adoube::chess
