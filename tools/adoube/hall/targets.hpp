#pragma once
// `adoube targets`: how the sites fare that a running daemon sends the games to; `push NAME`, `reset NAME`.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

namespace adoube::tools {

struct TargetsOptions {
    std::string control; // empty: as found by find_control
    HallOptions hall;    // without a URL: the control socket
    std::string verb;    // push or reset; empty: show
    std::string name;
    bool json = false;
};

/// 2 where it is refused, or without a daemon.
int run_targets(const TargetsOptions& options, Streams io);

} // namespace adoube::tools
