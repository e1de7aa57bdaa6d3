#pragma once
// `adoube board info PORT`: what a board reports about itself. Its events stay on it.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardInfoOptions {
    std::string port;
    bool drift = false; // wait until its clock's drift is known
    bool json = false;
};

int run_board_info(const BoardInfoOptions& options, Streams io);

} // namespace adoube::tools
