#pragma once
// Reads the [[target]] sections.

#include "daemon/adoubed/config_section.hpp"
#include "daemon/adoubed/target_config.hpp"

namespace adoube::adoubed {

/// `boards`: those that are configured.
std::vector<TargetConfig> read_targets(const toml::node* node, Reading& reading,
                                       const std::vector<int>& boards);

} // namespace adoube::adoubed
