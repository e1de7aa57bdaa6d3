#pragma once
// `adoube board calibrate PORT`: measures the sensors, empty and with the start position, and stores the
// calibration on the board.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardCalibrateOptions {
    std::string port;
};

/// Prompts on `out`; a line from `in` confirms each step. 1 for faulty pieces or sensors, 2 without a board.
int run_board_calibrate(const BoardCalibrateOptions& options, Streams io);

} // namespace adoube::tools
