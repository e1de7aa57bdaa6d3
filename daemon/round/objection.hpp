#pragma once
// What an arbiter says that cannot be meant: it would change nothing, and he should know.

#include "daemon/umpire/game_record.hpp"
#include "daemon/umpire/input.hpp"

namespace adoube::round {

/// One sentence, or nothing where the game takes it. `incidents` were raised so far.
std::optional<std::string> objection(const umpire::What& what, const umpire::GameRecord& record,
                                     std::size_t incidents);

} // namespace adoube::round
