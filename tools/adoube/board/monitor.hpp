#pragma once
// `adoube board monitor PORT`: what a board tells, as it comes.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardMonitorOptions {
    std::string port;
    bool json = false; // as a sensor log, for `adoube replay`
    bool take = false; // the board forgets what was shown
};

/// A line for each event until it is ended (Ctrl-C, or nobody reads): then 0; 2 where the board cannot be
/// talked with any more.
int run_board_monitor(const BoardMonitorOptions& options, Streams io);

} // namespace adoube::tools
