#pragma once
// From the messages of a DGT board to a sensor log. Pure: no files, no clock.
//
// A recording has no time but what the chess clock shows, so a second that the running clock lost is a second
// gone by, and messages within one second stand 60 ms apart.

#include "daemon/drivers/dgt/messages.hpp"
#include "daemon/record/input.hpp"

namespace adoube::tools {

struct SensorLog {
    record::Header header;
    std::vector<record::Input> inputs;
};

/// `header.sensing` is identity; `time_control` is set where the clock's first reading and what it adds at
/// each press tell it. White is the player whose clock runs first.
///
/// Of the clock's readings the log keeps those that nobody could reckon: the first, each start and stop, each
/// press (what the presser had left before it, and what both have after it), and every correction.
SensorLog transcribe(std::span<const drivers::dgt::Message> messages);

} // namespace adoube::tools
