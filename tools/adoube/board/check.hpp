#pragma once
// `adoube board check PORT`: tests every square and contact of a board by hand before a round.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardCheckOptions {
    std::string port;
    bool json = false; // its course is shown on `err`, its outcome on `out`
};

/// 0 once everything passed; 1 if interrupted (Ctrl-C); 2 without a board.
int run_board_check(const BoardCheckOptions& options, Streams io);

} // namespace adoube::tools
