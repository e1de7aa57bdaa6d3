#pragma once
// Where viewers find a daemon that listens on all addresses.

#include <string>
#include <vector>

namespace adoube::adoubed {

/// IPv4 addresses of active non-loopback interfaces (getifaddrs(3)), or 127.0.0.1.
std::vector<std::string> own_addresses();

} // namespace adoube::adoubed
