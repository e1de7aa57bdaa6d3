#pragma once
// What an arbiter says that cannot be meant: it would change nothing, and he should know.

#include "daemon/record/input.hpp"
#include "daemon/round/standing.hpp"

namespace adoube::round {

/// One sentence, or nothing where the game, which stands so `now`, takes it. `then`: its record as the word
/// would leave it.
std::optional<std::string> objection(const record::What& what, const Standing& now,
                                     const umpire::GameRecord& then);

} // namespace adoube::round
