#pragma once
// Records a timeline with the firmware's own scans and debounce. No I/O; faster than real time.

#include "tools/hands/timeline.hpp"

namespace adoube::tools {

/// First the start snapshot, at t = 0; what was said is merged by time.
std::vector<record::Input> recorded(const Timeline& timeline, record::Sensing sensing);

} // namespace adoube::tools
