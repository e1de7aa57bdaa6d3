#pragma once
// `adoube board bus PORT`: which DGT boards share the serial port.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct BoardBusOptions {
    std::string port; // as for port_from
    bool json = false;
};

/// The ports of the boards that answer, for the configuration, each as it is found; takes some seconds.
/// Returns 1 where nobody answers.
int run_board_bus(const BoardBusOptions& options, Streams io);

} // namespace adoube::tools
