#pragma once
// `adoube board list`: the boards that this computer sees, without opening any.

#include "tools/adoube/common/streams.hpp"

namespace adoube::tools {

struct BoardListOptions {
    bool json = false;
};

/// For each board, and each serial port that may lead to one: its port for the configuration, what it is, and
/// whether it can be opened or who holds it. Returns 0.
int run_board_list(const BoardListOptions& options, Streams io);

} // namespace adoube::tools
