#pragma once
// Finds commands that would change nothing and so cannot be meant.

#include "daemon/record/input.hpp"
#include "daemon/round/standing.hpp"

namespace adoube::round {

/// One sentence; empty: accepted. `then`: the record as the command would leave it.
std::optional<std::string> objection(const record::What& what, const Standing& now,
                                     const umpire::GameRecord& then);

} // namespace adoube::round
