#pragma once
// An illegal move that stands: in rapid and blitz that nobody supervises, once the opponent has made his next
// move without a claim (A.5.2; A.4c and B.3c of 2009; C3 of 2001).

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

/// What a press has just completed against the Laws, as `offence` tells of it, where it stands once it is
/// answered; nothing where it never does, or where the game cannot go on from what it left.
std::shared_ptr<const PlayedMove> may_stand(const Reading& reading, const Incident& offence,
                                            const Sight& sight);

} // namespace adoube::umpire
