#pragma once
// Checks a configuration on this computer: what would fail, and what looks odd.

#include "daemon/adoubed/config.hpp"

#include <map>

namespace adoube::adoubed {

struct Findings {
    std::vector<std::string> wrong;   // the sentences with which a start would fail
    std::vector<std::string> remarks; // may be intended or fixed in time: one sentence each
};
/// Leaves nothing open or created.
Findings check_config(const Config& config);

/// Why a running daemon would not start again with `next`, one sentence for each setting, by its key; that
/// of none is "". What the daemon itself has open is not tried.
std::map<std::string, std::string> why_no_new_start(const Config& next, const Config& running);

} // namespace adoube::adoubed
