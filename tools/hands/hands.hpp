#pragma once
// Two players with human hands: from a game to everything that happens on its board and at its lever.

#include "daemon/chess/notation/pgn.hpp"
#include "tools/hands/style.hpp"
#include "tools/hands/timeline.hpp"

namespace adoube::tools {

struct Players {
    Style style;
    /// What hands must not do because these sensors could not tell it from another legal move, is not done.
    record::Sensing sensing = record::Sensing::presence;
    std::uint64_t seed = 1;
    /// No offers, resignations or arbiter's commands: only what happens on the board itself.
    bool only_hands = false;
};

/// Thinking as long as the game says (clk, emt), else as the style does. The same arguments give the same
/// timeline. Unless the kings end it, the board shows the game's last position at the end.
Timeline play(const chess::PgnGame& game, const Players& players);

} // namespace adoube::tools
