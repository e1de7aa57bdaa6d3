#pragma once
// `adoube board calibrate PORT`: from what the sensors of a board read, empty and with the start position on
// it, to the calibration that it keeps.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardCalibrateOptions {
    std::string port;
};

/// Asks on `out`, and reads from `in` a line each time that what was asked is done. 0 where the board keeps
/// the calibration; 1 where its pieces or sensors are not as they should be; 2 where it cannot be talked
/// with.
int run_board_calibrate(const BoardCalibrateOptions& options, Streams io);

} // namespace adoube::tools
