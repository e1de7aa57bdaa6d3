#pragma once
// Games as PGN, in the export format of the 1994 standard.

#include "daemon/broadcast/public_game.hpp"

namespace adoube::broadcast {

/// With the tags GameId and Board, Round as "round.board", `[%clk]` where known, and `*` for an unfinished
/// game.
std::string to_pgn(const PublicGame& game);

} // namespace adoube::broadcast
