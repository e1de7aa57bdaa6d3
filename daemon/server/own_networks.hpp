#pragma once
// The networks that this computer is in.

#include "daemon/server/networks.hpp"

namespace adoube::server {

/// Whether `address` is in one of them now (getifaddrs(3)): its owner needs no router to come here.
bool is_in_own_network(const Address& address);

} // namespace adoube::server
