#pragma once
// `adoube perft DEPTH [FEN]`: how many ways a game can go on, move by move, to compare with other programs.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct PerftOptions {
    int depth = 1;
    /// Empty: the start position.
    std::string fen;
};

/// On `out` a line for each legal move in UCI form, "e2e4: 20", an empty line, and the total.
int run_perft(const PerftOptions& options, Streams io);

} // namespace adoube::tools
