#pragma once
// A board that loses power for a moment in play: it tells nothing of the dark, then shows what stands.

#include "tests/replay/dice.hpp"

#include "daemon/record/input.hpp"

#include <span>
#include <vector>

namespace adoube::replay {

struct PowerCuts {
    int cuts;
    /// From a reported lift or drop on.
    std::int64_t longest_dark_ms;
};

std::vector<record::Input> with_power_cuts(const record::Header& header,
                                           std::span<const record::Input> inputs, PowerCuts how, Dice& dice);

} // namespace adoube::replay
