#pragma once
// `adoube scoresheet`: full sheets out of a journal, also while its daemon writes it, or of a round from a
// daemon over the network.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"
#include "tools/adoube/evidence/game_of_board.hpp"

#include <string>

namespace adoube::tools {

struct ScoresheetOptions {
    std::string game, journal = "adoube.journal", output;
    LastGame last{}; // instead of `game`
    int round = 0;   // instead of both: all its games, by board
    bool times = false;
    std::string letters = "en", of, site;
    HallOptions hall{};      // with a URL: instead of the journal, for a round
    std::string time_zone{}; // of the hall, for LocalTime: games in play say when
    bool json = false;
};
/// 2 if the journal has no such game, or the options are wrong.
int run_scoresheet(const ScoresheetOptions& options, Streams io);

} // namespace adoube::tools
