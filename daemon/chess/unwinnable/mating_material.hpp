#pragma once
// What the pieces alone, wherever they stand, tell about mating.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

/// False where no position with these pieces of both sides, or with what can become of them, is a mate by
/// `side`.
bool can_have_mating_material(const Position& position, Side side);

} // namespace adoube::chess
