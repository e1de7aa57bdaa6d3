#pragma once
// An illegal move that stands: in rapid and blitz that nobody supervises, once the opponent has made his next
// move without a claim (A.5.2; A.4c and B.3c of 2009; C3 of 2001).

#include "daemon/umpire/reading.hpp"

namespace adoube::umpire {

/// What a press has just completed against the Laws, as `offence` tells of it, where it stands once it is
/// answered; nothing where it never does, or where the game cannot go on from what it left.
std::shared_ptr<const PlayedMove> may_stand(const Reading& reading, const Incident& offence,
                                            const Sight& sight);

/// The board shows the illegal move that `reading` wants taken back, and its opponent may answer it.
bool awaits_answer(const Reading& reading, const Sight& sight);

/// `reading`, which awaits it, with the answer beginning by `first_input`.
Reading answering(const Reading& reading, int first_input);

/// What it costs to believe that the answer begins with that lift: rather of one's own piece, or of one that
/// he can take, than of another. The one that moved illegally is rather taken back.
int cost_of_answer(const Reading& reading, Square lifted);

} // namespace adoube::umpire
