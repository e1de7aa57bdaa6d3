#pragma once
// `adoube exits`: what leaves a running daemon's hall, to whom and how late; with a delay, changes it.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <cstdint>
#include <optional>

namespace adoube::tools {

struct ExitsOptions {
    std::string control; // empty: as found by find_control
    HallOptions hall;    // without a URL: the control socket
    std::string delay;   // "none", "15m" or "15min", "1h", "90s", seconds; empty: as it is
    bool yes = false;    // does not ask before it opens what shows more than the public's view
    bool json = false;   // asks on `err`
};

/// In seconds; empty if it is not understood.
std::optional<std::int64_t> delay_from(const std::string& text);

/// 2 where it is refused, or without a daemon.
int run_exits(const ExitsOptions& options, Streams io);

} // namespace adoube::tools
