#include "daemon/board/port.hpp"

#include "tests/catch.hpp"

using namespace adoube::board;

TEST_CASE("every way to write a port means that port, and is written back the same") {
    struct {
        const char* text;
        Port port;
    } const rows[] = {
        {"serial:/dev/ttyACM0", {PortKind::serial, "/dev/ttyACM0", ""}},
        {"pty:/dev/pts/3", {PortKind::pty, "/dev/pts/3", ""}},
        {"pty:board-1", {PortKind::pty, "board-1", ""}},
        {"tcp:localhost:4000", {PortKind::tcp, "localhost", "4000"}},
        {"tcp:[::1]:4000", {PortKind::tcp, "::1", "4000"}},
        {"usb:e66058388360322c", {PortKind::usb, "e66058388360322c", ""}},
        {"/dev/serial/by-id/usb-x:1", {PortKind::path, "/dev/serial/by-id/usb-x:1", ""}},
        {"dgt:serial:/dev/ttyUSB0", {PortKind::serial, "/dev/ttyUSB0", "", adoube::drivers::Maker::dgt}},
        {"millennium:serial:/dev/ttyUSB0",
         {PortKind::serial, "/dev/ttyUSB0", "", adoube::drivers::Maker::millennium}},
        {"chessnut:hid:/dev/hidraw0", {PortKind::hid, "/dev/hidraw0", "", adoube::drivers::Maker::chessnut}},
        {"chessnut:pty:board-1", {PortKind::pty, "board-1", "", adoube::drivers::Maker::chessnut}},
        {"dgt:tcp:localhost:4000", {PortKind::tcp, "localhost", "4000", adoube::drivers::Maker::dgt}},
        {"dgt:serial:/dev/ttyUSB0#01025",
         {PortKind::serial, "/dev/ttyUSB0", "", adoube::drivers::Maker::dgt, "01025"}},
        {"dgt:pty:a#b#99999", {PortKind::pty, "a#b", "", adoube::drivers::Maker::dgt, "99999"}},
        {"dgt:tcp:[::1]:4000#01025", {PortKind::tcp, "::1", "4000", adoube::drivers::Maker::dgt, "01025"}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto port = port_from(row.text);
        REQUIRE(port);
        CHECK(*port == row.port);
        CHECK(to_string(*port) == row.text);
    }
}

TEST_CASE("the id of a board may be written in capitals") {
    CHECK(port_from("usb:E66058388360322C") == port_from("usb:e66058388360322c"));
}

TEST_CASE("a port that means nothing is refused by name") {
    for (const std::string text : {"",
                                   "COM3",
                                   "tcp:",
                                   "tcp:host",
                                   "tcp::4000",
                                   "tcp:host:http",
                                   "tcp:host:123456",
                                   "serial:",
                                   "pty:",
                                   "usb:",
                                   "usb:1",
                                   "usb:e66058388360322g",
                                   "dgt:",
                                   "dgt:dgt:/dev/ttyUSB0",
                                   "dgt:serial:/dev/ttyUSB0#",
                                   "dgt:serial:/dev/ttyUSB0#1025",
                                   "dgt:serial:/dev/ttyUSB0#0102a",
                                   "dgt:serial:#01025",
                                   "dgt:usb:e66058388360322c",
                                   "millennium:",
                                   "millennium:dgt:/dev/ttyUSB0",
                                   "hid:/dev/hidraw0",
                                   "dgt:hid:/dev/hidraw0",
                                   "chessnut:serial:/dev/ttyUSB0",
                                   "chessnut:/dev/hidraw0",
                                   "chessnut:hid:"}) {
        CAPTURE(text);
        const auto port = port_from(text);
        REQUIRE(!port);
        CHECK(port.error().find('"' + text + '"') != std::string::npos);
    }
}
