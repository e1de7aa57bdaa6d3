#pragma once
// `adoube perft DEPTH [FEN]`: how many ways a game can go on, move by move, to compare with other programs.

#include <iosfwd>
#include <string>

namespace adoube::tools {

struct PerftOptions {
    int depth = 1;
    /// Empty: the start position.
    std::string fen;
};

/// On `out` a line for each legal move in UCI form, "e2e4: 20", an empty line, and the total.
int run_perft(const PerftOptions& options, std::istream& in, std::ostream& out, std::ostream& err);

} // namespace adoube::tools
