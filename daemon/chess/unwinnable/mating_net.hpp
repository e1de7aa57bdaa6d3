#pragma once
// Whether any arrangement within the bound of reach.hpp could be a mate at all.

#include "daemon/chess/unwinnable/reach.hpp"

namespace adoube::chess {

/// False is a proof that no mate by `winner` comes about after the other side has moved at least once:
/// wherever its king may get, it cannot be in check with every square beside it attacked or blocked.
bool can_weave_mating_net(const Reach& reach, Side winner);

} // namespace adoube::chess
