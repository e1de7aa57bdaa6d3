#pragma once
// `adoube round results`: what the games of a round ended with, as CSV, as PGN, or in the pairing program's
// TRF. From a daemon that runs, or from a journal.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct RoundResultsOptions {
    std::string journal; // empty: as the daemon tells
    std::string control; // of the daemon; empty: as found by find_control
    HallOptions hall;    // with a URL: instead of the control socket
    int round = 0;       // 0: of the TRF the last one, else that of the game opened last
    std::string trf;     // the pairing program's file, to be written with the results
    bool pgn = false;    // instead of CSV
    std::string output;  // empty: standard output
    bool json = false;   // instead of CSV; neither with `trf` nor with `pgn`
};

/// 0; 1 where a game is open, or the file says otherwise, each in one sentence; 2 unreadable.
int run_round_results(const RoundResultsOptions& options, Streams io);

} // namespace adoube::tools
