#pragma once
// `adoube round standings`: the standings of the pairing program's TRF, to a daemon that shows them to the
// public.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct RoundStandingsOptions {
    std::string file;
    bool none = false;     // instead: none are shown from now on
    bool no_teams = false; // leaves out those of teams
    std::string control;   // of the daemon; empty: as found by find_control
    HallOptions hall;      // with a URL: instead of the control socket
    bool json = false;
};

/// 0; 2 where the file is unreadable, or the daemon refuses.
int run_round_standings(const RoundStandingsOptions& options, Streams io);

} // namespace adoube::tools
