#pragma once
// What a command changed, as one sentence for the arbiter.

#include "daemon/record/input.hpp"
#include "daemon/round/standing.hpp"

namespace adoube::round {

/// "taken back: 23… d6; on the board d6 must go back to d7". Never empty; without the sealed move.
umpire::ForArbiter outcome(const record::What& what, const Standing& before, const Standing& after);

} // namespace adoube::round
