#pragma once
// `adoube notate GAMES --style STYLE --language LANGUAGE`: games as players or old books write them; with
// --to-pgn, back to PGN.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct NotateOptions {
    /// PGN, or with `to_pgn` this verb's output; "-" is standard input.
    std::string games;
    std::string style = "fide", language = "en"; // see daemon/chess/notation.hpp
    bool to_pgn = false;
    bool json = false; // an object for each game; not with `to_pgn`
};

/// Prints PGN tags, a line for each full move, and the result. PGN loses the draw offers. Skips games that
/// cannot be read, and reports them on `err` with their line.
int run_notate(const NotateOptions& options, Streams io);

} // namespace adoube::tools
