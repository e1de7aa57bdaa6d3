#pragma once
// How players end a game that the position does not end.

#include "daemon/chess/game.hpp"
#include "tools/hands/style.hpp"
#include "tools/hands/timeline.hpp"

namespace adoube::tools {

struct LastMove {
    std::int64_t landed_us = 0;
    std::optional<std::int64_t> pressed_us;
    std::optional<std::int64_t> piece_told_us; // when the arbiter named the promoted piece
};

/// Empty for an unknown result, or the position's own. Otherwise the kings in the centre, a resignation, an
/// agreed draw or the arbiter's word; with `only_hands` the kings where possible.
std::vector<Happening> end_game(const chess::Game& game, chess::Result result, LastMove last,
                                const Style& style, bool only_hands, Dice& dice);

} // namespace adoube::tools
