#pragma once
// Plays a sensor log to a host from a virtual board in this process.

#include "daemon/record/input.hpp"

#include <iosfwd>

namespace adoube::tools {

struct LiveOptions {
    /// A path to become a link to the board's terminal, or HOST:PORT to listen on. Both empty: not live.
    std::string pty, tcp;
    double speed = 1; // 1: real time, 0: as fast as the host takes it
    std::uint64_t board_id = 1;
    std::string as; // another maker ("dgt"); empty: a board of ours

    bool wanted() const { return !pty.empty() || !tcp.empty(); }
};

/// Waits for a host; returns once it has acknowledged everything, or at SIGINT or SIGTERM, as
/// firmware::run_virtual_board does. `sensing`: what the squares tell.
int play_live(const std::string& log, const LiveOptions& options, record::Sensing sensing, std::ostream& err);

} // namespace adoube::tools
