#pragma once
// From what a board tells on the wire to what the umpire takes.

#include "daemon/umpire/input.hpp"
#include "protocol/messages.hpp"

namespace adoube::round {

umpire::Sensing sensing_of(wire::Sensing sensing);

/// No more of the piece than a game of this sensing knows. Of a valid event.
umpire::What input_of(const wire::Event& event, umpire::Sensing sensing);
umpire::Snapshot snapshot_of(const wire::Squares& squares, umpire::Sensing sensing);
umpire::Gap gap_of(wire::GapCause cause);

} // namespace adoube::round
