#pragma once
// How players end a game that the board does not end by itself.

#include "daemon/chess/game.hpp"
#include "tools/hands/style.hpp"
#include "tools/hands/timeline.hpp"

namespace adoube::tools {

/// When the last move's steps ended, and when it was pressed.
struct LastMove {
    std::int64_t landed_us = 0;
    std::optional<std::int64_t> pressed_us;
    std::optional<std::int64_t> piece_told_us; // an arbiter's word, what a pawn became
};

/// Nothing for an unknown result, and where mate or stalemate says it already. Otherwise the kings in the
/// centre, a resignation, an agreed draw, or an arbiter's word. With `only_hands` nothing is said, so the
/// kings are used where possible.
std::vector<Happening> end_game(const chess::Game& game, chess::Result result, LastMove last,
                                const Style& style, bool only_hands, Dice& dice);

} // namespace adoube::tools
