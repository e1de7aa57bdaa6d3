#pragma once
// What has really happened in a game: the hands know it, and what holds is judged by it.

#include "daemon/chess/notation/pgn.hpp"
#include "tests/hall/agenda.hpp"

#include <set>

namespace adoube::hall {

struct Truth {
    std::string id;
    std::size_t table;
    chess::PgnGame game; // in the end; its moves are cut to those made
    bool sees_pieces;    // its board: else a promotion is a queen's until somebody tells
    /// When the pieces stood as after each ply.
    std::vector<Us> landed{};
    /// What shows the clocks anew without a move: a press for one after more than that was done, and times
    /// that an arbiter sets.
    std::vector<Us> clock_acts{};
    /// White's and Black's, that an arbiter has set.
    std::set<std::pair<std::int64_t, std::int64_t>> set_times{};
    bool begun = false;    // a piece was lifted, or the lever pressed
    bool finished = false; // it has come to its result
    /// A board lost its power with what nobody else had: what is read of it afterwards may be short of
    /// something.
    bool lossy = false;
    /// What an arbiter has said that may take back something that was shown.
    int takebacks = 0;
};

} // namespace adoube::hall
