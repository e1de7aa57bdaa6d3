#pragma once
// From the messages of a DGT board to a sensor log. Pure.
//
// The chess clock is the only time in a recording: a second that it lost has elapsed, and messages within one
// second stand 60 ms apart.

#include "daemon/drivers/dgt/messages.hpp"
#include "tools/adoube/games/imported_log.hpp"

namespace adoube::tools {

/// `header.sensing` is identity; `time_control` is set if the clock's first reading and increment tell it.
/// White's clock runs first.
///
/// Keeps only clock readings that cannot be computed: the first, each start and stop, each press (the
/// presser's time before it, both sides' after it), and every correction.
SensorLog transcribe(std::span<const drivers::dgt::Message> messages);

} // namespace adoube::tools
