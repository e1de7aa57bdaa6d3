#pragma once
// Hands that answer an illegal move, and so let it stand (articles/illegal_move.hpp).

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

/// The board shows the illegal move that `reading` wants taken back, and its opponent may answer it.
bool awaits_answer(const Reading& reading, const Sight& sight);

/// `reading`, which awaits it, with the answer beginning by `first_input`.
Reading answering(const Reading& reading, int first_input);

/// Whether the answer begins with that lift: rather of one's own piece, or of one that he can take, than of
/// another. The one that moved illegally is rather taken back.
Doubts doubts_of_answer(const Reading& reading, Square lifted);

} // namespace adoube::umpire
