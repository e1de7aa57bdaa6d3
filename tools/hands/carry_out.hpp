#pragma once
// How hands carry out one move, square by square, in any of the orders that people use. All of it keeps to
// the bounds of the sensor log's table "How long things last" and away from their middle, where the daemon
// uses its judgement.

#include "tools/hands/style.hpp"
#include "tools/hands/timeline.hpp"

namespace adoube::tools {

/// One square changes, so long after the step before it.
struct Step {
    std::int64_t pause_us;
    Change change;
};

struct HandPlan {
    /// Never empty; the first pause is 0. After the last step the board shows the position after the move.
    std::vector<Step> steps;
    /// The sensors cannot see the piece land: under `presence` it took the place of another.
    bool lands_unseen = false;
};

/// `move` must be legal. What `sensing` could not tell apart from another legal move is not done.
HandPlan carry_out(const chess::Position& before, chess::Move move, const Style& style,
                   record::Sensing sensing, Dice& dice);

} // namespace adoube::tools
