#pragma once
// In unsupervised rapid and blitz an illegal move stands once the opponent has moved without a claim (A.5.2;
// A.4c and B.3c of 2009; C3 of 2001).

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

/// What a press just completed illegally (`offence`); null where it never stands, or the game cannot go on
/// from it.
std::shared_ptr<const PlayedMove> may_stand(const Reading& reading, const Incident& offence,
                                            const Sight& sight);

} // namespace adoube::umpire
