#pragma once
// A game record as PGN.

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/umpire/game/umpire.hpp"

namespace adoube::umpire {

/// The header's tags, with Date (from the start time) and TimeControl where missing; Termination unless
/// normal; moves with clock times, after a comment with what was played before the game began anew. The
/// result is the record's, whatever a tag says.
chess::PgnGame scoresheet(const Header& header, const GameRecord& record);

} // namespace adoube::umpire
