#pragma once
// `adoube notate GAMES --style STYLE --language LANGUAGE`: games as players write them down or as old books
// print them; with --to-pgn back from there.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct NotateOptions {
    /// PGN, or with `to_pgn` what this verb writes; "-" is standard input.
    std::string games;
    /// Of daemon/chess/notation.hpp.
    std::string style = "fide", language = "en";
    bool to_pgn = false;
};

/// On `out` each game: its tags as in PGN, a line for each move of White and Black, and the result. The other
/// way PGN; what it cannot hold, the draw offers, is left out. A game that cannot be read is named on `err`
/// with its line, and left out.
int run_notate(const NotateOptions& options, Streams io);

} // namespace adoube::tools
