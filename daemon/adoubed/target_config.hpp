#pragma once
// The [[target]] sections of the configuration: where the public games are sent.

#include "daemon/targets/settings.hpp"
#include "daemon/upload/access.hpp"

namespace adoube::adoubed {

struct TargetConfig {
    targets::Settings settings;
    upload::Access access;
    std::int64_t delay_ms = 0; // as far as it is longer than the hall's
};

inline constexpr std::size_t most_targets = 64;

/// What a target cannot do yet, or gives away: files of secrets that cannot be used, a password that crosses
/// the network in the clear.
std::vector<std::string> remarks_on(const TargetConfig& target);

} // namespace adoube::adoubed
