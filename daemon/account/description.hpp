#pragma once
// An input in words.

#include "daemon/record/input.hpp"

#include <string>

namespace adoube::account {

/// "e2 lifted", "the arbiter took back 2 plies, said by Anna (token 1)".
std::string described(const record::What& what, const std::string& said_by = {});

} // namespace adoube::account
