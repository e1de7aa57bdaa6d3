#pragma once
// How many games the tests here play.

#include "tests/tier.hpp"

namespace adoube::replay {

/// Of each habit by itself; with all ordinary noise; with whatever comes.
inline constexpr tests::Tries of_each{75, 150}, of_human{500, 2000}, of_random{100, 300};

} // namespace adoube::replay
