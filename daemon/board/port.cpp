#include "daemon/board/port.hpp"

#include "daemon/drivers/dgt/bus_session.hpp"

#include <algorithm>

namespace adoube::board {
namespace {

std::expected<Port, std::string> tcp_from(std::string_view text, std::string_view address) {
    const auto colon = address.rfind(':');
    const auto host = address.substr(0, colon == std::string_view::npos ? 0 : colon);
    const auto service = colon == std::string_view::npos ? std::string_view() : address.substr(colon + 1);
    const bool numeric = !service.empty() && service.size() <= 5 &&
                         std::ranges::all_of(service, [](char c) { return c >= '0' && c <= '9'; });
    if (host.empty() || !numeric)
        return std::unexpected("port \"" + std::string(text) +
                               "\" needs a host and a number, as in tcp:192.168.1.20:4000");
    const bool bracketed = host.front() == '[' && host.back() == ']' && host.size() > 2;
    const auto bare = bracketed ? host.substr(1, host.size() - 2) : host;
    return Port{PortKind::tcp, std::string(bare), std::string(service)};
}

std::expected<Port, std::string> usb_from(std::string_view text, std::string_view id) {
    std::string digits(id);
    for (char& digit : digits)
        if (digit >= 'A' && digit <= 'F') digit = static_cast<char>(digit - 'A' + 'a');
    if (digits.size() != 16 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
        return std::unexpected("port \"" + std::string(text) +
                               "\" needs the board's id, 16 hexadecimal digits: adoube board list shows it");
    return Port{PortKind::usb, std::move(digits), {}};
}

/// Virtual boards of every maker are on terminals and the network.
bool can_be_of(const drivers::MakersBoards& boards, PortKind kind) {
    switch (kind) {
    case PortKind::pty:
    case PortKind::tcp: return true;
    case PortKind::usb: return boards.maker == drivers::Maker::adoube;
    case PortKind::hid: return boards.hid_vendor != 0;
    case PortKind::serial:
    case PortKind::path: break;
    }
    return boards.hid_vendor == 0;
}

std::expected<Port, std::string> of_maker(const drivers::MakersBoards& boards, std::string_view text,
                                          std::expected<Port, std::string> port) {
    if (!port || port->maker != drivers::Maker::adoube || !can_be_of(boards, port->kind))
        return std::unexpected("port \"" + std::string(text) + "\" names no port for boards by " +
                               std::string(boards.name) + ": write " + std::string(boards.word) +
                               (boards.hid_vendor != 0 ? ":hid:/dev/hidraw0" : ":serial:/dev/ttyUSB0"));
    port->maker = boards.maker;
    return port;
}

std::string without_maker(const Port& port) {
    switch (port.kind) {
    case PortKind::usb: return "usb:" + port.path;
    case PortKind::serial: return "serial:" + port.path;
    case PortKind::pty: return "pty:" + port.path;
    case PortKind::hid: return "hid:" + port.path;
    case PortKind::tcp:
        return "tcp:" + (port.path.contains(':') ? "[" + port.path + "]" : port.path) + ":" + port.service;
    case PortKind::path: break;
    }
    return port.path;
}

std::pair<std::string_view, std::string_view> parted(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return {{}, text};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

std::unexpected<std::string> unknown(std::string_view text) {
    return std::unexpected(
        "port \"" + std::string(text) +
        "\" is none that is known: write usb:ID, serial:/dev/ttyACM0, pty:/dev/pts/3 or tcp:HOST:PORT");
}

std::expected<Port, std::string> port_without_maker(std::string_view text) {
    const auto [kind, rest] = parted(text);
    if (kind == "tcp") return tcp_from(text, rest);
    if (kind == "usb") return usb_from(text, rest);
    if (!rest.empty() && kind == "serial") return Port{PortKind::serial, std::string(rest), {}};
    if (!rest.empty() && kind == "hid") return Port{PortKind::hid, std::string(rest), {}};
    if (!rest.empty() && kind == "pty") return Port{PortKind::pty, std::string(rest), {}};
    if (text.starts_with('/')) return Port{PortKind::path, std::string(text), {}};
    return unknown(text);
}

/// The five digits of a board on DGT's bus, behind the port that it shares.
std::expected<Port, std::string> dgt_port_from(const drivers::MakersBoards& boards, std::string_view text,
                                               std::string_view rest) {
    const auto mark = rest.rfind('#');
    auto port = of_maker(boards, text, port_without_maker(rest.substr(0, mark)));
    if (!port || mark == std::string_view::npos) return port;
    port->bus_board = rest.substr(mark + 1);
    if (drivers::dgt::bus_address_of(port->bus_board)) return port;
    return std::unexpected("port \"" + std::string(text) +
                           "\" needs the five digits of a board's serial number after #, as in " +
                           to_string(Port{port->kind, port->path, port->service, port->maker}) + "#01025");
}

} // namespace

std::expected<Port, std::string> port_from(std::string_view text) {
    const auto [word, rest] = parted(text);
    for (const auto& boards : drivers::makers)
        if (!word.empty() && word == boards.word)
            return boards.maker == drivers::Maker::dgt ? dgt_port_from(boards, text, rest)
                                                       : of_maker(boards, text, port_without_maker(rest));
    auto port = port_without_maker(text);
    if (port && port->kind == PortKind::hid) return unknown(text);
    return port;
}

std::string to_string(const Port& port) {
    const std::string word(drivers::boards_of(port.maker).word);
    const std::string behind = port.bus_board.empty() ? "" : "#" + port.bus_board;
    return word.empty() ? without_maker(port) : word + ":" + without_maker(port) + behind;
}

} // namespace adoube::board
