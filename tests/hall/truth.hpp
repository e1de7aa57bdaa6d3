#pragma once
// What really happened in a game.

#include "daemon/chess/notation/pgn.hpp"
#include "tests/hall/agenda.hpp"

#include <set>

namespace adoube::hall {

struct Truth {
    std::string id;
    std::size_t table;
    chess::PgnGame game; // cut to the moves made
    bool sees_pieces;    // else a promotion is to a queen until someone tells
    /// When each ply stood.
    std::vector<Us> landed{};
    /// Changes of the clocks without a move: times set by an arbiter, and presses after more than their move.
    std::vector<Us> clock_acts{};
    /// White's and Black's, set by an arbiter.
    std::set<std::pair<std::int64_t, std::int64_t>> set_times{};
    bool begun = false;    // by a lift or a press
    bool finished = false; // result reached
    /// Power loss erased unsent events: the record may lack something.
    bool lossy = false;
    /// Words that may take back something shown.
    int takebacks = 0;
};

} // namespace adoube::hall
