#pragma once
// What a press of the lever means to one reading: a move completed (6.2.1), a late press for one that was
// made (6.2.2 of 2023), or an offence (7.5).

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"

namespace adoube::umpire {

/// `reading` after a press by `side` at `now`, with a board that has stood as it does since `made`: more than
/// one reading where several moves look alike, none where nobody would have pressed then.
std::vector<Reading> pressed(const Reading& reading, Side side, const Sight& sight, Moment made, Moment now);

/// The sensors cannot tell which of `moves` was made; the first is written.
Incident ambiguous(const Reading& reading, std::span<const chess::Move> moves, Moment now);

} // namespace adoube::umpire
