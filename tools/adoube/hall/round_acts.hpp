#pragma once
// `adoube round start`, `close`, `reopen` and `unstart`: a round of a daemon that runs, as a whole.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct RoundActOptions {
    std::string verb; // start, close, reopen or unstart
    int round = 0;
    std::string control; // of the daemon; empty: as found by find_control
    HallOptions hall;    // with a URL: instead of the control socket
    bool yes = false;    // does not ask, whatever speaks against it
    bool json = false;   // nor then
};

/// Says what speaks against it, and asks. 2 where it is refused, not wanted, or without a daemon.
int run_round_act(const RoundActOptions& options, Streams io);

} // namespace adoube::tools
