#pragma once
// `adoube scoresheet`: full sheets out of a journal, also while its daemon writes it.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct ScoresheetOptions {
    std::string game, journal = "adoube.journal", output;
    int board = 0; // instead of `game`: its last
    int round = 0; // instead of both: all its games, by board
    bool times = false;
    std::string letters = "en", of, site;
};
/// 2 if the journal has no such game, or the options are wrong.
int run_scoresheet(const ScoresheetOptions& options, Streams io);

} // namespace adoube::tools
