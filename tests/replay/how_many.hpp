#pragma once
// How many games a test plays: slow builds look for crashes more than for rare readings.

namespace adoube::replay {

#ifdef NDEBUG
inline constexpr int of_each = 150, of_human = 2000, of_random = 300;
#else
inline constexpr int of_each = 15, of_human = 100, of_random = 40;
#endif

} // namespace adoube::replay
