#pragma once
// A sensor log, played to a host by a virtual board in this process.

#include "daemon/record/input.hpp"

#include <iosfwd>

namespace adoube::tools {

/// Where a host finds the board, for a game that is played live.
struct LiveOptions {
    /// A path that becomes a link to the board's terminal, or HOST:PORT to listen on. Both empty: not live.
    std::string pty, tcp;
    /// 1 is real time, 0 as fast as the host takes it.
    double speed = 1;
    std::uint64_t board_id = 1;

    bool wanted() const { return !pty.empty() || !tcp.empty(); }
};

/// Begins when a host is there, and returns when it has acknowledged everything, or at SIGINT or SIGTERM,
/// with the status of firmware::run_virtual_board. `sensing` is what the board's squares tell.
int play_live(const std::string& log, const LiveOptions& options, record::Sensing sensing, std::ostream& err);

} // namespace adoube::tools
