#pragma once
// Plays a game to a host from a virtual board of another maker.

#include "tools/adoube/games/play_live.hpp"
#include "tools/hands/timeline.hpp"
#include "tools/makers/simulated_boards.hpp"

namespace adoube::tools {

/// Begins once a host has opened the port; such a board keeps nothing, so it plays on whether the host
/// listens or not. Ends some seconds after the last move, or at SIGINT or SIGTERM. `time_control`: of the
/// clock beside the board, as in PGN; empty: there is none.
int play_as(const makers::SimulatedBoard& kind, const Timeline& timeline, const std::string& time_control,
            const LiveOptions& options, std::ostream& err);

} // namespace adoube::tools
