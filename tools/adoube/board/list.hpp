#pragma once
// `adoube board list`: the boards that this computer can see, without opening any.

#include "tools/adoube/common/streams.hpp"

namespace adoube::tools {

struct BoardListOptions {};

/// A line for each board, and for each serial port that may be one's: what to write into the configuration,
/// what it is, and whether it can be opened or who has it. One sentence where there is none. Returns 0.
int run_board_list(const BoardListOptions& options, Streams io);

} // namespace adoube::tools
