#pragma once
// Games as PGN for whoever wants them outside the hall, export format of the 1994 standard.

#include "daemon/broadcast/public_game.hpp"

namespace adoube::broadcast {

/// With the tags GameId and Board, Round as "round.board", `[%clk]` after every move whose clock is known,
/// and `*` as the result of a game that goes on.
std::string to_pgn(const PublicGame& game);

} // namespace adoube::broadcast
