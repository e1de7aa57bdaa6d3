#pragma once
// What an arbiter says that cannot be meant: it would change nothing, and he should know.

#include "daemon/record/input.hpp"
#include "daemon/umpire/data/game_record.hpp"

namespace adoube::round {

/// One sentence, or nothing where the game takes it. `incidents` were raised so far.
std::optional<std::string> objection(const record::What& what, const umpire::GameRecord& record,
                                     std::size_t incidents);

} // namespace adoube::round
