#pragma once
// What a configuration comes to, as TOML: its settings, those that the file leaves out with their values
// where these are always the same, and those that the command line gives; paths are whole. Read again, it
// means the same. Secrets are in files of their own and not in it. What was set while a round ran, such as
// another delay, is not in it either.

#include "daemon/adoubed/config.hpp"

namespace adoube::adoubed {

/// Of `config.text`. The error is one sentence: a path cannot be written.
std::expected<std::string, std::string> show_config(const Config& config);

} // namespace adoube::adoubed
