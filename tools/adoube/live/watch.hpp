#pragma once
// `adoube watch [BOARD…]`: the boards of a running daemon, live.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <set>
#include <vector>

namespace adoube::tools {

struct WatchOptions {
    std::string control; // empty: as found by find_control
    HallOptions hall;    // without a URL: the control socket
    std::vector<int> boards;
    bool figurines = false;
    bool lines = false; // also on a terminal
    bool json = false;  // the feed's lines
};

/// On a terminal a screen, else a line for each change; goes on when the daemon restarts. 0 when it is
/// ended; 2 where it is refused for good.
int run_watch(const WatchOptions& options, Streams io);

/// A message of the feed with these boards alone; empty: nothing of them. No boards: all.
std::string feed_line(const std::string& message, const std::set<int>& boards);

} // namespace adoube::tools
