#pragma once
// Checks a configuration on this computer: what would fail, and what looks odd.

#include "daemon/adoubed/config.hpp"

namespace adoube::adoubed {

struct Findings {
    std::vector<std::string> wrong;   // the sentences with which a start would fail
    std::vector<std::string> remarks; // may be intended or fixed in time: one sentence each
};
/// Leaves nothing open or created.
Findings check_config(const Config& config);

} // namespace adoube::adoubed
