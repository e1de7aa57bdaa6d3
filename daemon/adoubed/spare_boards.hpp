#pragma once
// The boards that stand at no table, for the organiser's page.
//
//   GET /api/boards   {"spare":[{"port":"usb:e66058388360a0b1","what":"Adoube pico-matrix 0.1.0"}]}
//     `port`: for {"board":"3","port":"…"} (control_line.hpp); in no table's use, as far as can be seen
//     without opening it

#include "daemon/board/serial_ports.hpp"

namespace adoube::adoubed {

/// Of a table.
struct PortInUse {
    std::string port;     // as of board::to_string
    std::string board_id; // sixteen digits, of the one that is there; else empty
};

struct SpareBoard {
    std::string port, what;
    friend bool operator==(const SpareBoard&, const SpareBoard&) = default;
};
/// By port. Of another maker's board only that its adapter is there can be told.
std::vector<SpareBoard> spare_boards(std::span<const board::usb::Board> plugged_in,
                                     std::span<const board::SerialPort> serial,
                                     std::span<const PortInUse> in_use);

std::string to_json(std::span<const SpareBoard> spare);

} // namespace adoube::adoubed
