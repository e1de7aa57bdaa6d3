#include "daemon/board/refusal.hpp"

#include <cerrno>
#include <cstring>

namespace adoube::board {
namespace {

std::string simulation(const Port& port) {
    auto maker = std::string(drivers::boards_of(port.maker).word);
    if (port.is_bus || !port.bus_board.empty()) maker += "-bus";
    return "adoube simulate GAMES.pgn --pty " + port.path + (maker.empty() ? "" : " --as " + maker);
}

} // namespace

std::string refusal(const Port& port, int system_error) {
    const std::string name = "port " + to_string(port);
    switch (system_error) {
    case ENOENT:
    case ENODEV:
    case ENXIO:
        if (port.kind == PortKind::pty)
            return name + " is not there: start the board that makes it (" + simulation(port) + ")";
        return name + " is not there: is the board plugged in?";
    case EACCES:
    case EPERM:
        if (port.kind == PortKind::usb)
            return name + " may not be opened: install the package adoube-boards, or "
                          "firmware/60-adoube.rules, then plug the board in again";
        if (port.kind == PortKind::hid)
            return name + " may not be opened: install the udev rule of daemon/INTERFACES.md, then plug the "
                          "board in "
                          "again";
        return name + " may not be opened: let this user into the group that owns it (often dialout)";
    case EBUSY:
    case EWOULDBLOCK:
        return name + " is in use by another program: if that is adoubed, ask it about its boards (adoube "
                      "arbiter watch), otherwise end it";
    case ENOTTY:
        if (port.kind == PortKind::hid) return name + " is no HID device: name the device of a board";
        return name + " is no terminal: name the device of a board";
    case EMFILE:
    case ENFILE: return name + " cannot be opened: too many files are open; raise the limit (ulimit -n)";
    default: return name + " cannot be used: " + std::strerror(system_error);
    }
}

} // namespace adoube::board
