#pragma once
// `adoube board check PORT`: every square and contact of a board, tested by hand before a round.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardCheckOptions {
    std::string port;
};

/// Shows what is left until nothing is. 0 where all passed; 1 where it was ended before (Ctrl-C), with what
/// is left; 2 where the board cannot be talked with.
int run_board_check(const BoardCheckOptions& options, Streams io);

} // namespace adoube::tools
