#pragma once
// What sensors of one kind report of a timeline.

#include "tests/replay/dice.hpp"
#include "tests/replay/knobs.hpp"
#include "tests/replay/timeline.hpp"

namespace adoube::replay {

struct Reporting {
    record::Sensing sensing;
    /// How the board was put down.
    int quarter_turns = 0;
    /// Some boards tell only that a square is empty.
    bool lifts_name_the_piece = true;
    Knobs knobs;
};

/// In order of time, with flicker and the timeline's gaps, masks and snapshots.
std::vector<record::Input> report(const Timeline& timeline, const Reporting& how, Dice& dice);

/// Lifts, drops and presses as they were, in order of time.
std::vector<record::Input> everything_done(const Timeline& timeline);

} // namespace adoube::replay
