#pragma once
// `adoube board monitor PORT`: a board's events as they come.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardMonitorOptions {
    std::string port;
    bool json = false; // a sensor log, for `adoube replay`
    bool take = false; // the board forgets what was shown
};

/// 0 at Ctrl-C or once `out` fails; 2 once the board is lost.
int run_board_monitor(const BoardMonitorOptions& options, Streams io);

} // namespace adoube::tools
