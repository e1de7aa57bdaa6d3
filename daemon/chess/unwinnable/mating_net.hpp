#pragma once
// Whether any arrangement within the bound of reach.hpp could be a mate.

#include "daemon/chess/unwinnable/reach.hpp"

namespace adoube::chess {

/// False proves that `winner` cannot mate once the other side has moved: wherever its king may get, it is
/// never in check with every square beside it attacked or blocked.
bool can_weave_mating_net(const Reach& reach, Side winner);

} // namespace adoube::chess
