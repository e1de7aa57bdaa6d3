#pragma once
// Draw claims of a game (Articles 9.2, 9.3), as JSON:
//
//   {"claims":[{"t":83211,"side":"w","text":"White's claim of
//   …","article":"9.2.2","correct":true,POSITION},…],
//    "now":{"side":"b","repetition":true,"fifty":false,"lost":false,POSITION}}
//   POSITION: "fen":"…","halfmoves":12,"times":[{"after":"12... Nf6","t":70000},…]
//
// `times`: when the position stood, the last time last; without `after` at the start. `halfmoves` without a
// capture or a pawn's move. `now`: of the last position whether the side to move may claim, and whether it
// has lost the right by a touch; null once the game is over.

#include "daemon/evidence/replay.hpp"

namespace adoube::inquiry {

std::string claims_of(const evidence::Replayed& game);

} // namespace adoube::inquiry
