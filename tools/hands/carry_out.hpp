#pragma once
// Plays one move square by square, in any order people use. Durations keep within the bounds of the sensor
// log's "How long things last", away from the middle, where the daemon uses its judgement.

#include "tools/hands/style.hpp"
#include "tools/hands/timeline.hpp"

namespace adoube::tools {

/// `pause_us` after the previous step.
struct Step {
    std::int64_t pause_us;
    Change change;
};

struct HandPlan {
    /// Not empty; the first pause is 0. Ends in the position after the move.
    std::vector<Step> steps;
    /// Under `presence` the piece took another's place.
    bool lands_unseen = false;
};

/// Precondition: `move` is legal. Avoids what `sensing` cannot tell from another legal move.
HandPlan carry_out(const chess::Position& before, chess::Move move, const Style& style,
                   record::Sensing sensing, Dice& dice);

} // namespace adoube::tools
