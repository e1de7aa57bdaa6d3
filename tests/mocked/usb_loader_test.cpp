// The loader of a board's chip, as `adoube board flash` meets it.

#include "usb_board.hpp"

#include "tests/catch.hpp"
#include "tests/wait_until.hpp"
#include "tools/adoube/board/usb_loader.hpp"

#include <cerrno>
#include <filesystem>
#include <future>
#include <linux/usbdevice_fs.h>
#include <sys/ioctl.h>
#include <thread>

using namespace adoube::tests;
using adoube::tools::count_loaders;
using adoube::tools::open_loader;
namespace fs = std::filesystem;

namespace {

struct Loader {
    UsbBoard usb{NewBoard::new_id(), UsbBoard::Make::loader};
    Loader() { usb.plug_in(); }
};

std::string refusal() {
    const auto loader = open_loader();
    return loader ? "opened" : loader.error();
}

std::string why(const adoube::tools::Done& done) { return done ? "done" : done.error(); }

} // namespace

TEST_CASE("a loader is found among boards, and takes and gives every byte") {
    UsbBoard board(NewBoard::new_id());
    board.plug_in();
    Loader plugged;
    CHECK(count_loaders() == 1U);
    auto loader = open_loader();
    REQUIRE(loader);
    const std::vector<std::uint8_t> command(32, 0xA5);
    CHECK((*loader)->send(command));
    CHECK(plugged.usb.received() == std::string(32, '\xA5'));
    plugged.usb.send(std::string(64, 'x'));
    std::vector<std::uint8_t> answer(64);
    CHECK((*loader)->receive(answer));
    CHECK(answer == std::vector<std::uint8_t>(64, 'x'));
    std::array<std::uint8_t, 16> status{};
    CHECK((*loader)->status(status));
    CHECK((*loader)->reset());
    CHECK(plugged.usb.halts_cleared(UsbBoard::in) == 1);
    CHECK(plugged.usb.halts_cleared(UsbBoard::out) == 1);
    loader->reset();
    CHECK(wait_until([&] { return !plugged.usb.open(); }));
    CHECK(plugged.usb.mistakes().empty());
}

TEST_CASE("no loader, and more than one, are told with what to do") {
    CHECK(count_loaders() == 0U);
    CHECK(refusal() == "no board is in its loader: name the port of one that runs, or plug one in while its "
                       "BOOTSEL button is held");
    Loader one, two;
    CHECK(count_loaders() == 2U);
    CHECK(refusal() == "2 boards are in their loaders: unplug all but one");
}

TEST_CASE("a loader that this user may not open, and one that another program has, are told as such") {
    Loader plugged;
    plugged.usb.refuse(USBDEVFS_CLAIMINTERFACE, EBUSY);
    CHECK(refusal() == "the board's loader is in use by another program: end that one");
    plugged.usb.refuse(USBDEVFS_CLAIMINTERFACE, 0);
    CHECK(refusal() == "opened");
    fs::permissions(TestBed::of_this_process().real(plugged.usb.node()), fs::perms::none);
    std::string told;
    std::thread([&] {
        give_up_override_of_permissions();
        told = refusal();
    }).join();
    CHECK(told ==
          "the board's loader may not be used by this user: install the udev rules, or run this as root");
}

TEST_CASE("what goes wrong on the way to a loader and back is told, each by its name") {
    const std::vector<std::uint8_t> command(32);
    std::vector<std::uint8_t> answer(64);
    Loader plugged;
    auto loader = open_loader();
    REQUIRE(loader);

    plugged.usb.next(UsbBoard::out, 0, 10);
    CHECK(why((*loader)->send(command)) == "only 10 of 32 bytes went through");
    plugged.usb.send("short");
    CHECK(why((*loader)->receive(answer)) == "only 5 of 64 bytes went through");
    plugged.usb.send("x");
    CHECK(why((*loader)->receive({})) == "it answers with bytes where none are due");

    plugged.usb.next(UsbBoard::out, -EPIPE);
    CHECK(why((*loader)->send(command)) == "it refuses");
    CHECK((*loader)->reset()); // then it goes on
    CHECK(why((*loader)->send(command)) == "done");

    auto received = std::async(std::launch::async, [&] { return why((*loader)->receive(answer)); });
    CHECK(wait_until([&] { return plugged.usb.transfers_waiting(UsbBoard::in) == 1; }));
    plugged.usb.unplug();
    CHECK(received.get() == "it was unplugged");
    CHECK(why((*loader)->send(command)) == "it was unplugged");
}
