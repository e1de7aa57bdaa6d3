#pragma once
// The program adoube-virtual-board without its command line: a sensor log in, a board on a port out.

#include "protocol/squares.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace adoube::firmware {

struct ProgramOptions {
    std::string log = "-"; // "-" is standard input
    std::string pty, tcp;  // exactly one of them
    double speed = 1;      // 0: as fast as possible
    std::uint64_t board_id = 1;
    std::optional<wire::Sensing> sensing; // else as the log says
    std::uint64_t bounce_us = 0;
    bool wait = false; // begin only when a host follows
    bool stay = false; // go on when the log has ended and all is acknowledged
};

/// Runs until everything in the log was done and a host has acknowledged it, or until SIGINT or SIGTERM.
/// Returns the exit status: 0, 1 for a port that cannot be had or events that no host has acknowledged, 2 for
/// a log that has faults.
int run_virtual_board(const ProgramOptions& options);

} // namespace adoube::firmware
