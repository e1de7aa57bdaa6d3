#pragma once
// A board that loses its power for a moment while hands are at it: what happens in the dark is not told, and
// then it shows what stands.

#include "tests/replay/dice.hpp"

#include "daemon/record/input.hpp"

#include <span>
#include <vector>

namespace adoube::replay {

struct PowerCuts {
    int cuts;
    /// From a lift or drop on, of which it told.
    std::int64_t longest_dark_ms;
};

std::vector<record::Input> with_power_cuts(const record::Header& header,
                                           std::span<const record::Input> inputs, PowerCuts how, Dice& dice);

} // namespace adoube::replay
