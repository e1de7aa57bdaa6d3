#pragma once
// adoube-virtual-board without its command line.

#include "protocol/squares.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace adoube::firmware {

struct ProgramOptions {
    std::string log = "-"; // "-": standard input
    std::string pty, tcp;  // exactly one
    double speed = 1;      // 0: as fast as possible
    std::uint64_t board_id = 1;
    std::optional<wire::Sensing> sensing; // default: the log's
    std::uint64_t bounce_us = 0;
    bool wait = false; // until a host follows
    bool stay = false; // after the log's end
};

/// Runs until a host has acknowledged the whole log, or SIGINT or SIGTERM. Exit status: 0; 1 for a port that
/// cannot be opened or unacknowledged events; 2 for a faulty log.
int run_virtual_board(const ProgramOptions& options);

} // namespace adoube::firmware
