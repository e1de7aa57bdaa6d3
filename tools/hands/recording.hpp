#pragma once
// A timeline as a board records it: the firmware's own scans and debounce look at the hands, and what they
// report is the log. No I/O, and as fast as the machine can.

#include "tools/hands/timeline.hpp"

namespace adoube::tools {

/// The first input is the snapshot of the start, at t = 0; what was said stands among the events at its time.
std::vector<record::Input> recorded(const Timeline& timeline, record::Sensing sensing);

} // namespace adoube::tools
