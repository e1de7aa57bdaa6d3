#pragma once
// `adoube simulate GAMES.pgn`: games as human hands play them on a board, to sensor logs or live.

#include "tools/adoube/common/streams.hpp"
#include "tools/adoube/games/play_live.hpp"

namespace adoube::tools {

struct SimulateOptions {
    /// A PGN file; "-" is standard input.
    std::string games;
    /// 1 = the first of the file; empty: all of them.
    std::optional<int> game;
    record::Sensing sensing = record::Sensing::presence;
    std::uint64_t seed = 1;
    /// As style_named knows it.
    std::string style = "human";
    /// Gets a sensor log NAME-01.jsonl for game 1 of NAME.pgn, and so on; empty: the log of the one game goes
    /// to standard output.
    std::string out_dir;
    /// The one game is played to a host instead, when one is there; nothing but hands can be told that way,
    /// so the kings in the centre say the result.
    LiveOptions live;
};

/// The firmware's own scanner looks at the hands, as fast as the machine can. The same options give the same
/// logs. 0; 2 where something could not be read or written: a bad game is named on `err` as FILE:LINE, and
/// the others are played all the same.
int run_simulate(const SimulateOptions& options, Streams io);

} // namespace adoube::tools
