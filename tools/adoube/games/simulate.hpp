#pragma once
// `adoube simulate GAMES.pgn`: games as human hands play them, into sensor logs or live.

#include "tools/adoube/common/streams.hpp"
#include "tools/adoube/games/play_live.hpp"

namespace adoube::tools {

struct SimulateOptions {
    std::string games;       // a PGN file; "-" is standard input
    std::optional<int> game; // 1 = the first; empty: all
    record::Sensing sensing = record::Sensing::presence;
    std::uint64_t seed = 1;
    std::string style = "human"; // for style_named
    /// Gets NAME-01.jsonl for game 1 of NAME.pgn, and so on; empty: the only game's log goes to standard
    /// output.
    std::string out_dir;
    /// Plays the one game to a host instead: hands alone, so the kings in the centre show the result.
    LiveOptions live;
};

/// Runs the firmware's own scanner at full speed. The same options give the same logs. 2 also for a bad game:
/// `err` names it as FILE:LINE, and the others are still played.
int run_simulate(const SimulateOptions& options, Streams io);

} // namespace adoube::tools
