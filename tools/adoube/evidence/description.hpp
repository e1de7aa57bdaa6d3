#pragma once
// An input in words.

#include "daemon/umpire/input.hpp"

#include <string>

namespace adoube::tools {

/// "e2 lifted", "the arbiter took back 2 plies, said by Anna (token 1)".
std::string described(const umpire::What& what, const std::string& said_by = {});

} // namespace adoube::tools
