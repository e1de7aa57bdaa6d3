#pragma once
// Converts what a board reports to the umpire's inputs.

#include "daemon/drivers/news.hpp"
#include "daemon/record/input.hpp"

namespace adoube::round {

record::Sensing sensing_of(wire::Sensing sensing);

/// Reduced to what a game of this sensing knows; the event must be valid.
record::What input_of(const wire::Event& event, record::Sensing sensing);
std::optional<chess::Side> pressed_last(wire::Lever lever);
record::Snapshot snapshot_of(const wire::Squares& squares, wire::Lever lever, record::Sensing sensing);
record::Gap gap_of(drivers::LossCause cause);

} // namespace adoube::round
