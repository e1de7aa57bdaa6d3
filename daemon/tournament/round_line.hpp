#pragma once
// A round as the line of the control socket that arms it, or asks about it (adoubed/control_line.hpp).

#include "daemon/tournament/player.hpp"

#include <cstdint>

namespace adoube::tournament {

/// Instead of arming it.
enum class RoundAsk : std::uint8_t { nothing, changes, boards };
std::string round_line(const RoundPairings& round, RoundAsk ask = RoundAsk::nothing);

} // namespace adoube::tournament
