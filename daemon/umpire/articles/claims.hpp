#pragma once
// Draw claims: Articles 9.2-9.5, and 10.2 of 2001 and 2009. The arbiter decides.

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/right_to_claim.hpp"

namespace adoube::umpire {

/// `game` includes the move made on the board; `touched`: its player to move has touched a piece.
Proposal judged(const Claim& claim, const chess::Game& game, bool touched, const Reading& reading,
                Moment now);

/// A claim of 9.2 or 9.3 is also a draw offer, one of 10.2 in some editions.
bool is_offer(const Claim& claim, const Header& header);
/// The arbiter is told the answer: for 10.2 only, as 9.2 and 9.3 are judged before the opponent can touch
/// anything.
bool is_told_offer(const Claim& claim, const Header& header);

/// `touched` as for `judged`. Empty: there is nothing to claim.
std::optional<RightToClaim> right_to_claim(const chess::Game& game, bool touched, laws::Edition laws);

/// By the player to move (9.2.2, 9.3.2).
std::vector<Incident> claimable(const chess::Game& game, const Reading& reading, Moment now);

} // namespace adoube::umpire
