#include "open_stream.hpp"
#include "usb_board.hpp"

#include "tests/catch.hpp"
#include "tests/wait_until.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <linux/usbdevice_fs.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <thread>

using namespace adoube::tests;
namespace fs = std::filesystem;

namespace {

/// Descriptors taken before the bus is asked.
constexpr rlim_t for_asio = 3, for_sockets = 2;

std::string all_bytes() {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    return bytes;
}

std::size_t open_files() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator("/proc/self/fd")) ++count;
    return count - 1; // without the folder itself
}

/// Once other threads have settled: one that closes a file later, on a busy machine, leaves room for one
/// more.
std::size_t settled_files() {
    constexpr int looks = 8;
    auto files = open_files();
    int same = 0;
    REQUIRE(wait_until([&] {
        std::this_thread::sleep_for(100ms);
        same = open_files() == files ? same + 1 : 0;
        files = open_files();
        return same == looks;
    }));
    return files;
}

} // namespace

TEST_CASE_METHOD(NewBoard, "a board on USB is found by its id, and passes every byte both ways") {
    UsbBoard other(new_id()), board(id);
    other.plug_in();
    board.plug_in();
    OpenStream stream(name);
    const auto bytes = all_bytes();
    for (std::size_t at = 0; at < bytes.size(); at += 64) board.send(bytes.substr(at, 64));
    CHECK(stream.read(256) == bytes);
    board.send("x"); // a short packet
    CHECK(stream.read(1) == "x");
    CHECK(stream.write(bytes) == 256);
    CHECK(wait_until([&] { return board.received() == bytes; }));
    CHECK(other.received().empty());
    CHECK(board.set_interfaces() == 1); // tells the board that a host begins
    CHECK(board.mistakes().empty());
}

TEST_CASE_METHOD(
    NewBoard,
    "what was written before a stream is closed still reaches the board, which is then given back") {
    UsbBoard board(id);
    board.plug_in();
    std::size_t files = 0;
    for (int round = 1; round <= 20; ++round) {
        OpenStream stream(name);
        stream.write("goodbye ");
        stream.close();
        REQUIRE(wait_until([&] { return !board.open(); }));
        if (round == 1) files = settled_files();
        CHECK(wait_until([&] { return open_files() == files; }));
        CHECK(board.received().size() == 8U * static_cast<unsigned>(round));
        CHECK(board.set_interfaces() == round);
    }
    CHECK(board.mistakes().empty());
}

TEST_CASE_METHOD(NewBoard,
                 "a board that takes nothing is given back all the same when its stream is closed") {
    UsbBoard board(id);
    board.plug_in();
    board.take(false);
    {
        OpenStream stream(name);
        stream.write("lost");
        REQUIRE(wait_until([&] { return board.transfers_waiting(UsbBoard::out) == 1; }));
    }
    CHECK(wait_until([&] { return !board.open(); }));
    CHECK(account() == "4 bytes not sent so far"); // not a timeout
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE_METHOD(NewBoard, "a board that is not plugged in is told of by name") {
    UsbBoard other(new_id());
    other.plug_in();
    CHECK(refusal_of(name) == "port " + name + " is not there: is the board plugged in?");
}

TEST_CASE_METHOD(NewBoard,
                 "a device of another maker is no board, though it bears the same ids of product and maker") {
    UsbBoard stranger(id, UsbBoard::Make::another);
    stranger.plug_in();
    CHECK(refusal_of(name) == "port " + name + " is not there: is the board plugged in?");
}

TEST_CASE_METHOD(NewBoard, "a board that may not be opened is told of, with the rule that lets one") {
    UsbBoard board(id);
    board.plug_in();
    give_up_override_of_permissions();
    fs::permissions(TestBed::of_this_process().real(board.node()), fs::perms::none);
    CHECK(refusal_of(name) == "port " + name +
                                  " may not be opened: install the package adoube-boards, or "
                                  "firmware/60-adoube.rules, then plug the board in again");
    fs::permissions(TestBed::of_this_process().real(board.node()), fs::perms::owner_all);
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE_METHOD(NewBoard, "a board that has only just appeared is given time until udev lets one in") {
    UsbBoard board(id);
    board.plug_in();
    give_up_override_of_permissions();
    const auto node = TestBed::of_this_process().real(board.node());
    fs::permissions(node, fs::perms::none);
    const std::jthread udev([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        fs::permissions(node, fs::perms::owner_all);
    });
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE_METHOD(NewBoard, "a board that another program has is told of") {
    UsbBoard board(id);
    board.plug_in();
    {
        // Linux takes another file for another program.
        const int other = ::open(board.node().c_str(), O_RDWR | O_CLOEXEC);
        unsigned interface = 2;
        REQUIRE(::ioctl(other, USBDEVFS_CLAIMINTERFACE, &interface) == 0);
        CHECK(refusal_of(name) == "port " + name +
                                      " is in use by another program: if that is adoubed, ask it about its "
                                      "boards (adoube arbiter watch), "
                                      "otherwise end it");
        ::close(other);
    }
    REQUIRE(wait_until([&] { return !board.open(); }));
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE_METHOD(NewBoard, "two boards that bear one id are both refused") {
    UsbBoard board(id), twin(id);
    board.plug_in();
    twin.plug_in();
    CHECK(refusal_of(name) ==
          "port " + name + " is there twice: two boards bear this id; unplug one of them");
    twin.unplug();
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE_METHOD(NewBoard, "a board that can be seen but has no node, as in a container, is told of") {
    UsbBoard board(id);
    board.plug_in();
    fs::remove_all(TestBed::of_this_process().real("/dev/bus"));
    if (fs::exists("/dev/bus/usb")) {
        WARN("skipped: this computer has USB devices of its own");
        return;
    }
    CHECK(refusal_of(name) == "port " + name + " is plugged in, but there is no " + board.node() +
                                  ": in a container, let it have /dev/bus/usb");
}

TEST_CASE_METHOD(
    NewBoard,
    "a board that goes while it is opened is told of as not there, one that is unwell by the error") {
    UsbBoard board(id);
    board.plug_in();
    board.refuse(USBDEVFS_SETINTERFACE, ENODEV);
    CHECK(refusal_of(name) == "port " + name + " is not there: is the board plugged in?");
    board.refuse(USBDEVFS_SETINTERFACE, EPROTO);
    CHECK(refusal_of(name) ==
          "port " + name + " cannot be used (LIBUSB_ERROR_OTHER): unplug the board and plug it in again");
    board.refuse(USBDEVFS_SETINTERFACE, 0);
    board.refuse(USBDEVFS_CLAIMINTERFACE, ENODEV);
    CHECK(refusal_of(name) == "port " + name + " is not there: is the board plugged in?");
    CHECK(wait_until([&] { return !board.open(); }));
}

#ifndef __SANITIZE_ADDRESS__ // needs files itself, to probe memory

TEST_CASE_METHOD(NewBoard, "where libusb cannot start that is told, until it can") {
    UsbBoard board(id);
    board.plug_in();
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    const rlimit few{settled_files() + for_asio + for_sockets, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
    const auto refusal = refusal_of(name);
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    if (refusal.find("libusb") == std::string::npos)
        WARN("not tested: this is for a process of its own, as ctest starts it");
    else
        CHECK(refusal.starts_with("port " + name + " cannot be looked for: libusb does not start ("));
    CHECK(refusal_of(name) == "opened");
}

TEST_CASE_METHOD(NewBoard, "with too many files open a port is refused with what to do, and nothing leaks") {
    UsbBoard board(id);
    board.plug_in();
    CHECK(refusal_of(name) == "opened");
    REQUIRE(wait_until([&] { return !board.open(); }));
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    const auto files = settled_files();
    for (const rlim_t spare : {for_asio, for_asio + for_sockets}) { // too few for the sockets; for the node
        const rlimit few{files + spare, before.rlim_max};
        REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
        CHECK(refusal_of(name) ==
              "port " + name + " cannot be opened: too many files are open; raise the limit (ulimit -n)");
    }
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
    CHECK(refusal_of(name) == "opened");
    REQUIRE(wait_until([&] { return !board.open(); }));
    CHECK(settled_files() == files);
}

#endif
