#pragma once
// What an arbiter's word has done, in one sentence for him: found by comparing the game before it and after.

#include "daemon/record/input.hpp"
#include "daemon/round/standing.hpp"

namespace adoube::round {

/// "taken back: 23… d6; on the board d6 must go back to d7". Never empty. The sealed move is not in it.
umpire::ForArbiter outcome(const record::What& what, const Standing& before, const Standing& after);

} // namespace adoube::round
