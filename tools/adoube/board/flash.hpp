#pragma once
// `adoube board flash IMAGE [--port PORT]`: writes new firmware to a board.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardFlashOptions {
    std::string image;
    std::string port; // of a running board; empty: one already in its loader
    bool any_model = false;
    bool json = false;
};

/// 0 once the board holds the image and, given a port, has said hello with its version.
int run_board_flash(const BoardFlashOptions& options, Streams io);

} // namespace adoube::tools
