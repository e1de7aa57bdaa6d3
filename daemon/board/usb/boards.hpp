#pragma once
// The boards plugged into this computer, as Linux tells in /sys: also those that may not be opened, and those
// that another program has.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace adoube::board::usb {

/// Where the protocol goes (protocol/usb.hpp).
struct LinkInterface {
    std::uint8_t number = 0;
    std::uint8_t in = 0, out = 0; // addresses of the bulk endpoints
    std::uint16_t in_packet = 0;  // bytes
    friend bool operator==(const LinkInterface&, const LinkInterface&) = default;
};

struct Board {
    std::string id;      // its serial number
    std::string product; // "Adoube pico-matrix"
    std::string version; // of its firmware: "0.1.0"
    int bus = 0, address = 0;
    std::filesystem::path device; // in /sys
    std::filesystem::path node;   // what is opened: /dev/bus/usb/001/004
    LinkInterface link;
};

/// In a device descriptor with its configurations, as they come over the wire (USB 2.0, chapter 9.6); empty
/// where the device is no board.
std::optional<LinkInterface> find_link(std::span<const std::uint8_t> descriptors);

/// Where /sys cannot be looked through, as for want of file descriptors, there are none.
std::vector<Board> plugged_in();
/// The board of a folder of /sys/bus/usb/devices; empty where it is none, or gone.
std::optional<Board> board_at(const std::filesystem::path& device);

/// A program has the link, by libusb or as browsers do.
bool claimed(const Board& board);
/// The serial port of the same board: /dev/ttyACM0; empty where it has none.
std::filesystem::path terminal_of(const Board& board);

} // namespace adoube::board::usb
