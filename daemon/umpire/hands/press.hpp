#pragma once
// A press in one reading: a completed move (6.2.1), a late press (6.2.2 of 2023), or an offence (7.5).

#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/standing.hpp"

namespace adoube::umpire {

/// Appends to `next`, on a board unchanged since `made`. Several readings if moves look alike; none if nobody
/// would have pressed.
void press(const Reading& reading, Side side, const Sight& sight, Moment made, Moment now,
           std::vector<Reading>& next);

/// That move is made and completed.
void press_for(Reading& reading, const Standing& standing, Moment made, Moment now);

/// The sensors cannot tell `moves` apart; the first is recorded.
Incident ambiguous(const Reading& reading, std::span<const chess::Move> moves, Moment now);

} // namespace adoube::umpire
