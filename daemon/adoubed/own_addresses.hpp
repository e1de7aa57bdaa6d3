#pragma once
// Where this computer is found: for people who look for the page of a daemon that listens on all addresses.

#include <string>
#include <vector>

namespace adoube::adoubed {

/// Its IPv4 addresses in the networks that it is in now, or 127.0.0.1 where it is in none (getifaddrs(3)).
std::vector<std::string> own_addresses();

} // namespace adoube::adoubed
