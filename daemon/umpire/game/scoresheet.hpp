#pragma once
// The record of a game as PGN has it.

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/umpire/game/umpire.hpp"

namespace adoube::umpire {

/// The header's tags, Date from its start time and TimeControl where the tags lack them; the moves with the
/// clock's time after each, and before them as a comment what was played before the game began anew.
/// Termination where the game did not end by its moves. A game that has not ended has the result `*`,
/// whatever a tag says.
chess::PgnGame scoresheet(const Header& header, const GameRecord& record);

} // namespace adoube::umpire
