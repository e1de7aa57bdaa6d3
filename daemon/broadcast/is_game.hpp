#pragma once
// What is a game of the round. A table of which neither a player nor a move is known is an empty one:
// displays in the hall show it, and nothing gives it as a game.

#include "daemon/broadcast/public_game.hpp"

namespace adoube::broadcast {

/// Who plays is known, or something was played.
bool is_game(const PublicGame& game);

} // namespace adoube::broadcast
