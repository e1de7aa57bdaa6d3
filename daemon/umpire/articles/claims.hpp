#pragma once
// A player's claim of a draw: Articles 9.2-9.5, and 10.2 of 2001 and 2009. The umpire judges it, and
// proposes; the arbiter decides.

#include "daemon/umpire/data/reading.hpp"

namespace adoube::umpire {

/// `game` with the move that stands made on the board; `touched`: the player having the move in it has
/// touched a piece.
Proposal judged(const Claim& claim, const chess::Game& game, bool touched, const Reading& reading,
                Moment now);

/// A claim is an offer of a draw, too: of 9.2 and 9.3 always, of 10.2 in some editions.
bool is_offer(const Claim& claim, const Header& header);
/// The arbiter is told how it is answered. Those of 9.2 and 9.3 he has judged before the opponent can touch
/// anything.
bool is_told_offer(const Claim& claim, const Header& header);

/// What may be claimed now by the player having the move (9.2.2, 9.3.2).
std::vector<Incident> claimable(const chess::Game& game, const Reading& reading, Moment now);

} // namespace adoube::umpire
