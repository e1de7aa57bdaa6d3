#pragma once
// `adoube board calibrate PORT`: measures the sensors, empty, with the start position, and with a pawn in a
// corner and on the next square's edge; stores the calibration on the board.

#include "tools/adoube/board/design.hpp"

#include <string>

namespace adoube::tools {

struct BoardCalibrateOptions {
    std::string port;
    BoardDesignOptions built; // as it was designed
};

/// Prompts on `out`; a line from `in` confirms each step. 1 for faulty pieces, sensors or distances, 2
/// without a board.
int run_board_calibrate(const BoardCalibrateOptions& options, Streams io);

} // namespace adoube::tools
