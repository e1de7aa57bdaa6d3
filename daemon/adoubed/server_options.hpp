#pragma once
// How the pages are served, as the configuration has it.

#include "daemon/adoubed/config.hpp"
#include "daemon/server/options.hpp"

namespace adoube::adoubed {

/// `now_ms`: UTC by a clock that is never set, as that of the public games' clocks.
server::Options server_options(const Config& config, std::function<UtcMs()> now_ms);

/// "http://127.0.0.1:8080/"; when listening on all addresses, each of this computer's, comma-separated.
std::string address_of(const Config& config, std::uint16_t port);

} // namespace adoube::adoubed
