#pragma once
// Brings the names of the inputs into the umpire's namespace.

#include "daemon/record/input.hpp"

namespace adoube::umpire {

using namespace record;

} // namespace adoube::umpire
