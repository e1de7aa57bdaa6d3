#pragma once
// A configuration held against this computer, before anybody plays: what would not work, and what looks odd.

#include "daemon/adoubed/config.hpp"

namespace adoube::adoubed {

struct Findings {
    std::vector<std::string> wrong;   // the daemon would not start: the sentence that it would end with
    std::vector<std::string> remarks; // may be meant so, or be put right in time: one sentence each
};
/// Opens and makes nothing for good.
Findings check_config(const Config& config);

} // namespace adoube::adoubed
