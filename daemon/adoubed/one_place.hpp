#pragma once
// Finds two settings that name one place, however spelled: one would overwrite the other.

#include "daemon/adoubed/config.hpp"

namespace adoube::adoubed {

/// One sentence naming both, or empty.
std::string one_place_twice(const Config& config);

} // namespace adoube::adoubed
