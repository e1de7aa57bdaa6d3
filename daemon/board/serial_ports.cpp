#include "daemon/board/serial_ports.hpp"

#include "daemon/files/entries.hpp"

#include <algorithm>
#include <cctype>

namespace adoube::board {
namespace {

/// As the device calls itself; many DGT boards have an adapter that does not.
bool is_of_dgt(std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name.contains("dgt");
}

} // namespace

std::vector<SerialPort> serial_ports(std::span<const usb::Board> boards) {
    std::vector<SerialPort> ports;
    for (const auto& entry : files::entries("/dev/serial/by-id")) {
        const auto name = entry.filename().native();
        const auto is_its = [&](const usb::Board& board) {
            return !board.id.empty() && name.contains('_' + board.id);
        };
        if (std::ranges::any_of(boards, is_its)) continue;
        const bool dgt = is_of_dgt(name);
        ports.push_back({entry, (dgt ? "dgt:serial:" : "serial:") + entry.native(), dgt});
    }
    return ports;
}

} // namespace adoube::board
