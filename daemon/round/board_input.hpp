#pragma once
// From what a board tells on the wire to what the umpire takes.

#include "daemon/record/input.hpp"
#include "protocol/messages.hpp"

namespace adoube::round {

record::Sensing sensing_of(wire::Sensing sensing);

/// No more of the piece than a game of this sensing knows. Of a valid event.
record::What input_of(const wire::Event& event, record::Sensing sensing);
record::Snapshot snapshot_of(const wire::Squares& squares, record::Sensing sensing);
record::Gap gap_of(wire::GapCause cause);

} // namespace adoube::round
