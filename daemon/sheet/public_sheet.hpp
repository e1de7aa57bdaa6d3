#pragma once
// The public sheet: moves, clocks, names and result, as Article 6.14 permits. Made of a public game, which
// knows nothing else.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/sheet/sheet.hpp"

namespace adoube::sheet {

Written written_of(const broadcast::PublicGame& game);

} // namespace adoube::sheet
