#pragma once
// Answers to an illegal move, which let it stand (articles/illegal_move.hpp).

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

/// The board shows the illegal move that `reading` wants taken back.
bool awaits_answer(const Reading& reading, const Sight& sight);

/// `reading` with the answer beginning by `first_input`.
Reading answering(const Reading& reading, int first_input);

/// For an answer that begins with that lift: none for an own or capturable piece; the piece that moved
/// illegally is rather taken back.
Doubts doubts_of_answer(const Reading& reading, Square lifted);

} // namespace adoube::umpire
