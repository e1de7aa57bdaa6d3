#pragma once
// `adoube board calibrate PORT`: measures the sensors, empty, with the start position, and with a pawn in a
// corner and on the next square's edge; stores the calibration on the board.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardCalibrateOptions {
    std::string port;
    double share_percent = 14; // the threshold, of a piece in the middle; `adoube board design` tells it
};

/// Prompts on `out`; a line from `in` confirms each step. 1 for faulty pieces or sensors, 2 without a board.
int run_board_calibrate(const BoardCalibrateOptions& options, Streams io);

} // namespace adoube::tools
