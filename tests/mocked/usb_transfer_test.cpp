#include "open_stream.hpp"
#include "usb_board.hpp"

#include "tests/catch.hpp"
#include "tests/wait_until.hpp"

#include <cerrno>
#include <linux/usbdevice_fs.h>
#include <sys/ioctl.h>

using namespace adoube::tests;

namespace {

/// No two parts are alike.
std::string numbered(std::size_t size) {
    std::string bytes;
    for (unsigned number = 0; bytes.size() < size; ++number) bytes += std::to_string(number) + ' ';
    bytes.resize(size);
    return bytes;
}

void send_all(UsbBoard& board, const std::string& bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += 64) board.send(bytes.substr(at, 64));
}

struct Plugged : NewBoard {
    UsbBoard board{id};
    Plugged() { board.plug_in(); }
    ~Plugged() { CHECK(board.mistakes().empty()); }
};

struct Fault {
    int status;
    const char* counted;
};
const Fault faults[] = {
    {-EPIPE, "1 stalls so far"}, {-EPROTO, "1 transfer errors so far"}, {-EOVERFLOW, "1 overflows so far"}};

} // namespace

TEST_CASE("after a fault on the way from the board its endpoint is cleared, and what follows comes") {
    for (const auto& fault : faults) {
        Plugged plugged;
        OpenStream stream(plugged.name);
        plugged.board.send("before");
        REQUIRE(stream.read(6) == "before");
        plugged.board.next(UsbBoard::in, fault.status);
        REQUIRE(wait_until([&] { return plugged.board.halts_cleared(UsbBoard::in) == 1; }));
        plugged.board.send("after");
        CHECK(stream.read(5) == "after");
        CHECK(plugged.account() == fault.counted);
    }
}

TEST_CASE("after a fault on the way to the board nothing is lost and nothing comes twice") {
    for (const auto& fault : faults) {
        Plugged plugged;
        OpenStream stream(plugged.name);
        const auto bytes = numbered(2000);
        plugged.board.next(UsbBoard::out, fault.status, 320); // taken before the fault
        CHECK(stream.write(bytes) == bytes.size());
        CHECK(wait_until([&] { return plugged.board.received().size() >= bytes.size(); }));
        CHECK(plugged.board.received() == bytes);
        CHECK(plugged.board.halts_cleared(UsbBoard::out) == 1);
        CHECK(plugged.account() == fault.counted);
    }
}

TEST_CASE_METHOD(Plugged, "bytes that come with a fault are passed on") {
    OpenStream stream(name);
    board.hold(true);
    board.send("half a packet");
    board.next(UsbBoard::in, -EPIPE, 4);
    board.hold(false);
    CHECK(stream.read(13) == "half a packet");
}

TEST_CASE_METHOD(Plugged, "a short transfer to the board is gone on with") {
    OpenStream stream(name);
    const auto bytes = numbered(3000);
    board.next(UsbBoard::out, 0, 64);
    board.next(UsbBoard::out, 0, 0);
    board.next(UsbBoard::out, 0, 1000);
    CHECK(stream.write(bytes) == bytes.size());
    CHECK(wait_until([&] { return board.received().size() >= bytes.size(); }));
    CHECK(board.received() == bytes);
    CHECK(account() == "3 short transfers so far");
}

TEST_CASE_METHOD(Plugged, "packets without a byte mean nothing") {
    OpenStream stream(name);
    for (int n = 0; n < 40; ++n) board.next(UsbBoard::in, 0);
    board.send("x");
    CHECK(stream.read(1) == "x");
    CHECK(account().empty());
}

TEST_CASE_METHOD(Plugged, "a board that stalls again and again is given up, and can be opened again") {
    OpenStream stream(name);
    for (int n = 0; n < 100; ++n) board.next(UsbBoard::in, -EPIPE);
    CHECK(stream.ends());
    REQUIRE(wait_until([&] { return !board.open(); }));
    CHECK(account() == "8 stalls, 1 times given up so far");
    board.forget_next();
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE_METHOD(Plugged, "an endpoint that stays halted ends the stream") {
    OpenStream stream(name);
    board.refuse(USBDEVFS_CLEAR_HALT, EPROTO);
    board.next(UsbBoard::in, -EPIPE);
    CHECK(stream.ends());
    CHECK(account() == "1 stalls, 1 halts that stayed so far");
    board.refuse(USBDEVFS_CLEAR_HALT, 0);
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE_METHOD(Plugged, "a transfer that the system refuses ends the stream") {
    OpenStream stream(name);
    REQUIRE(wait_until([&] { return board.transfers_waiting(UsbBoard::in) == 16; }));
    board.refuse(USBDEVFS_SUBMITURB, ENOMEM);
    board.send("x");
    CHECK(stream.read(2) == "x");
    CHECK(account() == "1 transfers refused by the system so far");
}

TEST_CASE_METHOD(Plugged, "a board that floods is held back while nobody reads, and not a byte is lost") {
    OpenStream stream(name);
    const auto bytes = numbered(120'000);
    send_all(board, bytes);
    // The daemon's buffer is full, and it asks for no more.
    int still = 0;
    REQUIRE(wait_until([&] {
        still = board.transfers_waiting(UsbBoard::in) == 0 ? still + 1 : 0;
        return still == 50;
    }));
    CHECK(board.packets_waiting() * 64 > bytes.size() / 2);
    CHECK(stream.read(bytes.size()) == bytes);
    CHECK(account().empty());
}

TEST_CASE_METHOD(Plugged, "a board that takes nothing holds its host back, and is given up") {
    board.take(false);
    OpenStream stream(name);
    const auto bytes = numbered(4'000'000);
    CHECK(stream.write(bytes) < bytes.size() / 2);
    board.send("still talks");
    CHECK(stream.read(100) == "still talks"); // then the end
    REQUIRE(wait_until([&] { return !board.open(); }));
    CHECK(account().starts_with("1 timeouts, "));
    CHECK(account().ends_with(" bytes not sent so far"));
    CHECK(board.received().empty());
}

TEST_CASE_METHOD(Plugged, "a board that takes a little now and then is not given up") {
    board.take(false);
    OpenStream stream(name);
    const auto bytes = numbered(1000);
    CHECK(stream.write(bytes) == bytes.size());
    board.on_discard(UsbBoard::out, 128); // taken before each timeout
    REQUIRE(wait_until([&] { return account().ends_with(" timeouts so far"); }));
    board.take(true);
    CHECK(wait_until([&] { return board.received().size() >= bytes.size(); }));
    CHECK(board.received() == bytes);
}

TEST_CASE_METHOD(
    Plugged, "a board that is unplugged with transfers on their way ends the stream after its last bytes") {
    for (int round = 1; round <= 20; ++round) {
        OpenStream stream(name);
        board.send("last words");
        REQUIRE(wait_until([&] { return board.packets_waiting() == 0; }));
        REQUIRE(wait_until([&] { return board.transfers_waiting(UsbBoard::in) == 16; }));
        board.unplug();
        CHECK(stream.read(100) == "last words");
        REQUIRE(wait_until([&] { return !board.open(); }));
        board.plug_in();
    }
    CHECK(account() == "20 times unplugged so far");
}

TEST_CASE_METHOD(Plugged, "what was on its way to a board when it was unplugged is counted") {
    board.take(false);
    OpenStream stream(name);
    CHECK(stream.write("for nobody") == 10);
    REQUIRE(wait_until([&] { return board.transfers_waiting(UsbBoard::out) == 1; }));
    board.unplug();
    CHECK(stream.ends());
    REQUIRE(wait_until([&] { return !board.open(); }));
    CHECK(account() == "1 times unplugged, 10 bytes not sent so far");
}
