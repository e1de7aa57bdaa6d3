#pragma once
// Two settings that name one place, in whatever way they write it: one would be written over the other.

#include "daemon/adoubed/config.hpp"

namespace adoube::adoubed {

/// One sentence that names the two; empty where there are none.
std::string one_place_twice(const Config& config);

} // namespace adoube::adoubed
