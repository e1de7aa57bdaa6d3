#pragma once
// Which makers' boards know a chess clock: a lever of their own, or one that is connected.

#include "daemon/drivers/maker.hpp"

namespace adoube::drivers {

/// Of others no times are kept, whatever the time control is.
constexpr bool knows_clock(Maker maker) { return maker == Maker::adoube || maker == Maker::dgt; }

} // namespace adoube::drivers
