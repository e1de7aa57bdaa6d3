#pragma once
// How many games the tests here play.

#include "tests/tier.hpp"

namespace adoube::replay {

/// Of each habit by itself; with all ordinary noise; with whatever comes.
inline constexpr tests::Tries of_each{30, 150}, of_human{200, 2000}, of_random{30, 300};

} // namespace adoube::replay
