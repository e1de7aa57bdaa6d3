#pragma once
// Why a game is over, where everybody can see it: from position, clocks and result alone.

#include "daemon/broadcast/public_game.hpp"

namespace adoube::broadcast {

/// "checkmate", "stalemate", "time", "time without mate" (drawn, as the other side could not mate) or "dead
/// position"; empty while it goes on, and where players or arbiter ended it.
std::string_view end_of(const PublicGame& game);

} // namespace adoube::broadcast
