#pragma once
// The arbiters' feed (daemon/server/arbiters_round.hpp) of the daemon that is meant.

#include "tools/adoube/common/hall_client.hpp"

#include <chrono>

namespace adoube::tools {

/// One connection, until it ends. `resume`: where an earlier one ended, "?epoch=…&seq=…", or empty.
using Feed = std::function<HallClient::End(const std::string& resume,
                                           const std::function<void(const std::string&)>& take)>;

/// `control` empty: as found by find_control, at each connection. A hall with a URL takes precedence.
std::expected<Feed, std::string> feed_of(const std::string& control, const HallOptions& hall);

/// All boards now: the line of type "boards". `longest`: to wait for a daemon of this computer.
std::expected<std::string, std::string>
boards_now(const std::string& control, const HallOptions& hall,
           std::chrono::milliseconds longest = std::chrono::seconds(15));

} // namespace adoube::tools
