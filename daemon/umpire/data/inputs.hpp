#pragma once
// The umpire speaks of inputs in every line: their names are its own.

#include "daemon/record/input.hpp"

namespace adoube::umpire {

using namespace record;

} // namespace adoube::umpire
