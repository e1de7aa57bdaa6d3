#pragma once
// What a configuration comes to: all settings that count, as TOML. Those that the file leaves out are there
// with their values, as are those that the command line gives; paths are whole. Read again, it means the
// same. Secrets are in files of their own and not in it.

#include "daemon/adoubed/config.hpp"

namespace adoube::adoubed {

std::string show_config(const Config& config);

} // namespace adoube::adoubed
