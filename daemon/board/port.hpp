#pragma once
// Where a board is plugged in: USB, a serial port (USB boards are one too), a pseudo terminal, or an address
// of the network.

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
    serial, // /dev/ttyACM0: 8N1, without handshake, at the maker's rate; USB boards care for none of it
    pty,    // /dev/pts/3, or a link to one
    tcp,
    usb,  // the vendor interface of a board that is known by its id, in whatever socket it is
    path, // which of the first two is seen when it is opened
};

struct Port {
    PortKind kind = PortKind::path;
    std::string path; // of a tcp port the host, of usb the board's id
    std::string service;
    drivers::Maker maker = drivers::Maker::adoube; // of the board there
    friend bool operator==(const Port&, const Port&) = default;
};

/// `usb:ID` (16 hexadecimal digits), `serial:PATH`, `pty:PATH`, `tcp:HOST:PORT` (an IPv6 host in square
/// brackets), or a path alone; for another maker's board after its name: `dgt:serial:PATH`. The error is one
/// sentence.
std::expected<Port, std::string> port_from(std::string_view text);
std::string to_string(const Port& port);

/// Any of them once open: bytes in order, both ways. Closed with it.
using Stream = boost::asio::posix::stream_descriptor;

/// Opens the port for this process alone. Bytes go through unchanged, and a read waits for the first byte.
/// Gives up after five seconds. The error is one sentence that names the port: absent, in use, refused, not a
/// terminal.
boost::asio::awaitable<std::expected<Stream, std::string>> open_port(boost::asio::any_io_executor executor,
                                                                     Port port);

/// Can be read whenever the board of the port is plugged in; whatever the bytes. Empty for kinds of port of
/// which nothing tells that.
std::optional<Stream> arrivals_at(boost::asio::any_io_executor executor, const Port& port);

/// What has gone wrong on the port so far, in all the times that it was open, for people; empty where nothing
/// has, or nothing is known.
std::string account_of(const Port& port);

} // namespace adoube::board
