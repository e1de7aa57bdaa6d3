#pragma once
// From what a board tells to what the umpire takes.

#include "daemon/drivers/news.hpp"
#include "daemon/record/input.hpp"

namespace adoube::round {

record::Sensing sensing_of(wire::Sensing sensing);

/// No more of the piece than a game of this sensing knows. Of a valid event.
record::What input_of(const wire::Event& event, record::Sensing sensing);
record::Snapshot snapshot_of(const wire::Squares& squares, record::Sensing sensing);
record::Gap gap_of(drivers::LossCause cause);

} // namespace adoube::round
