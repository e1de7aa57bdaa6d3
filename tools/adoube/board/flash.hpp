#pragma once
// `adoube board flash IMAGE [--port PORT]`: another firmware for a board.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardFlashOptions {
    std::string image;
    std::string port; // of a board that runs; empty: one that is in its loader already
    bool any_model = false;
};

/// 0 where the board holds the image, and, if it had a port, has said hello with its version; 2 where it
/// cannot be done, with one sentence.
int run_board_flash(const BoardFlashOptions& options, Streams io);

} // namespace adoube::tools
