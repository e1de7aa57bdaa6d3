#pragma once
// `adoube perft DEPTH [FEN]`: counts how a position can go on, to compare with other programs.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct PerftOptions {
    int depth = 1;
    std::string fen; // empty: the start position
    bool json = false;
};

/// Prints each legal move in UCI form, "e2e4: 20", an empty line, and the total.
int run_perft(const PerftOptions& options, Streams io);

} // namespace adoube::tools
