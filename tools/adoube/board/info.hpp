#pragma once
// `adoube board info PORT`: what a board says of itself.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardInfoOptions {
    std::string port;
    bool drift = false; // watch its clock long enough to tell how fast it runs
};

/// Leaves the board's events where they are. 2 where the board cannot be talked with.
int run_board_info(const BoardInfoOptions& options, Streams io);

} // namespace adoube::tools
