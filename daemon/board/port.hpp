#pragma once
// Where a board is found, and how to open it. USB boards have a serial port, too.

#include "daemon/drivers/maker.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::board {

enum class PortKind : std::uint8_t {
    serial, // /dev/ttyACM0: 8N1, no handshake, at the maker's rate; USB boards ignore these
    pty,    // /dev/pts/3, or a link to one
    tcp,
    hid,  // /dev/hidraw0: a report with each read and write
    usb,  // vendor interface of the board with this id, in any socket
    path, // serial or pty, decided on opening
};

struct Port {
    PortKind kind = PortKind::path;
    std::string path; // tcp: the host; usb: the board's id
    std::string service;
    drivers::Maker maker = drivers::Maker::adoube;
    std::string bus_board{}; // of several DGT boards on one bus: its five digits; else empty
    bool is_bus = false;     // the line itself that such boards share
    friend bool operator==(const Port&, const Port&) = default;
};

/// `usb:ID` (16 hexadecimal digits), `serial:PATH`, `pty:PATH`, `tcp:HOST:PORT` (IPv6 in square brackets) or
/// a bare path; with another maker's prefix: `dgt:serial:PATH`, `chessnut:hid:PATH`; of one DGT board on
/// a bus: `dgt:serial:PATH#01025`. The error is one sentence.
std::expected<Port, std::string> port_from(std::string_view text);
std::string to_string(const Port& port);

/// An open port: bytes in order, both ways.
using Stream = boost::asio::posix::stream_descriptor;

/// Opens the port for this process alone, bytes unaltered; a read waits for the first byte. Gives up after
/// five seconds. The error is one sentence naming the port: absent, in use, refused, no terminal.
boost::asio::awaitable<std::expected<Stream, std::string>> open_port(boost::asio::any_io_executor executor,
                                                                     Port port);

/// Readable, with arbitrary bytes, whenever the port's board is plugged in. Empty for kinds that do not
/// report this.
std::optional<Stream> arrivals_at(boost::asio::any_io_executor executor, const Port& port);

/// What went wrong over all openings of the port, for people; may be empty.
std::string account_of(const Port& port);

} // namespace adoube::board
