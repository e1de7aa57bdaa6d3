#pragma once
// A sensor log, played to a host by a virtual board in this process.

#include "tools/adoube/simulate.hpp"

namespace adoube::tools {

/// Begins when a host is there, and returns when it has acknowledged everything, or at SIGINT or SIGTERM,
/// with the status of firmware::run_virtual_board. `sensing` is what the board's squares tell.
int play_live(const std::string& log, const LiveOptions& options, record::Sensing sensing, std::ostream& err);

} // namespace adoube::tools
