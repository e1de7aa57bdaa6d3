#pragma once
// Plays a game to a host from a virtual board of another maker.

#include "tools/adoube/games/play_live.hpp"
#include "tools/hands/timeline.hpp"
#include "tools/makers/simulated_boards.hpp"

namespace adoube::tools {

struct PlayedGame {
    Timeline timeline;
    std::string time_control; // of the clock beside the board, as in PGN; empty: there is none
};

/// Begins once a host has opened the port; such a board keeps nothing, so it plays on whether the host
/// listens or not. Ends some seconds after the last move, or at SIGINT or SIGTERM.
int play_as(const makers::SimulatedBoard& kind, const PlayedGame& game, const LiveOptions& options,
            std::ostream& err);
/// The same with several DGT boards at one port; their ids are the given one and those that follow.
int play_on_dgt_bus(const std::vector<PlayedGame>& games, const LiveOptions& options, std::ostream& err);

} // namespace adoube::tools
