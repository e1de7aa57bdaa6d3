#pragma once
// What sensors of one kind report of what really happened.

#include "tests/replay/dice.hpp"
#include "tests/replay/knobs.hpp"
#include "tests/replay/timeline.hpp"

namespace adoube::replay {

struct Reporting {
    record::Sensing sensing;
    /// The board was put down turned by so many right angles.
    int quarter_turns = 0;
    /// Some boards tell only that a square is empty, not what stood there.
    bool lifts_name_the_piece = true;
    Knobs knobs;
};

/// In order of time, with flicker, and the gaps, masks and snapshots of the timeline.
std::vector<record::Input> report(const Timeline& timeline, const Reporting& how, Dice& dice);

} // namespace adoube::replay
