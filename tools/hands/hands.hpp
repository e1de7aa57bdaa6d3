#pragma once
// Turns a game into what two players do on its board and lever.

#include "daemon/chess/notation/pgn.hpp"
#include "tools/hands/style.hpp"
#include "tools/hands/timeline.hpp"

namespace adoube::tools {

struct Players {
    Style style;
    /// Hands avoid what these sensors cannot tell from another legal move.
    record::Sensing sensing = record::Sensing::presence;
    std::uint64_t seed = 1;
    /// No offers, resignations or arbiter's commands.
    bool only_hands = false;
};

/// Thinking times come from the game (clk, emt), else from the style. Deterministic. Ends in the game's last
/// position, unless the kings end it.
Timeline play(const chess::PgnGame& game, const Players& players);

} // namespace adoube::tools
