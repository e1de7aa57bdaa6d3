#pragma once
// Serial ports that may lead to a board of another maker: adapters as Linux names them for good
// (/dev/serial/by-id). Nothing is opened, as one may be another device's.

#include "daemon/board/usb/boards.hpp"

namespace adoube::board {

struct SerialPort {
    std::filesystem::path device;
    std::string name; // as port_from() takes it
    bool names_dgt = false;
};

/// Without those of `boards`, which have a serial port, too.
std::vector<SerialPort> serial_ports(std::span<const usb::Board> boards);

} // namespace adoube::board
