#pragma once
// `adoube arbiter show BOARD`: all that an arbiter needs of one board, as text.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

namespace adoube::tools {

struct ShowOptions {
    std::string control; // empty: as found by find_control
    HallOptions hall;    // without a URL: the control socket
    int board = 0;
    std::string journal; // for touches; empty: the hall's record, or that beside the control socket
    bool figurines = false;
    bool json = false;
};

/// 2 without a daemon, or where it has no such board, or the token is not for it. Without the record it says
/// what is missing.
int run_arbiter_show(const ShowOptions& options, Streams io);

} // namespace adoube::tools
