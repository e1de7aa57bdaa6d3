#pragma once
// `adoube round import`: a round of pairings, checked and compared with what a daemon has, and armed there or
// written as its configuration.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <string>
#include <vector>

namespace adoube::tools {

struct RoundImportOptions {
    std::string file;
    int round = 0;      // 0: the last one in the file
    std::string boards; // another list, which has the boards
    bool arm = false;
    std::string control;              // of the daemon; empty: as found by find_control
    HallOptions hall;                 // with a URL: instead of the control socket
    std::string config;               // of the hall: its tables
    std::string output;               // its configuration for this round
    std::vector<std::string> targets; // NAME=URL, of `output`
    bool json = false;
};

/// 0; 1 where the round is doubtful, which is then neither armed nor written, or could not be armed now; 2
/// unreadable, or refused. Without `arm` and `output` it is compared with what a daemon has, if one is there.
int run_round_import(const RoundImportOptions& options, Streams io);

} // namespace adoube::tools
