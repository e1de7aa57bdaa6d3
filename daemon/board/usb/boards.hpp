#pragma once
// The boards plugged into this computer (Linux's /sys), including those that may not be opened or that
// another program holds.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace adoube::board::usb {

/// Carries the protocol (protocol/usb.hpp).
struct LinkInterface {
    std::uint8_t number = 0;
    std::uint8_t in = 0, out = 0; // bulk endpoints
    std::uint16_t in_packet = 0;  // bytes
    friend bool operator==(const LinkInterface&, const LinkInterface&) = default;
};

struct Board {
    std::string id;      // its serial number
    std::string product; // "Adoube pico-matrix"
    std::string version; // of its firmware: "0.1.0"
    int bus = 0, address = 0;
    std::filesystem::path device; // in /sys
    std::filesystem::path node;   // to open: /dev/bus/usb/001/004
    LinkInterface link;
};

/// Searches a device descriptor with its configurations in wire format (USB 2.0, chapter 9.6); empty for
/// other devices.
std::optional<LinkInterface> find_link(std::span<const std::uint8_t> descriptors);

/// Empty if /sys is unreadable, as without file descriptors.
std::vector<Board> plugged_in();
/// From a folder of /sys/bus/usb/devices; empty if it is no board.
std::optional<Board> board_at(const std::filesystem::path& device);

/// Whether some program, such as a browser, holds the link.
bool claimed(const Board& board);
/// The board's serial port, /dev/ttyACM0; empty if none.
std::filesystem::path terminal_of(const Board& board);

} // namespace adoube::board::usb
