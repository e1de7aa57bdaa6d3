#include "open_stream.hpp"
#include "usb_board.hpp"

#include "tests/catch.hpp"
#include "tests/wait_until.hpp"
#include "tools/adoube/board/list.hpp"

#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace adoube::tests;
namespace fs = std::filesystem;

namespace {

std::string list() {
    std::istringstream in;
    std::ostringstream out, err;
    CHECK(adoube::tools::run_board_list({}, {in, out, err}) == 0);
    CHECK(err.str().empty());
    return out.str();
}

} // namespace

TEST_CASE("where no board is plugged in that is said, and what may be amiss") {
    TestBed::of_this_process();
    CHECK(list() == "no board is plugged in that this computer can see: does its cable carry data, and is it "
                    "switched on?\n");
}

TEST_CASE("each board has a line with its port, model, version and state") {
    const NewBoard first, second;
    UsbBoard board(first.id), other(second.id), stranger(NewBoard::new_id(), UsbBoard::Make::another);
    other.plug_in();
    board.plug_in();
    stranger.plug_in();
    const auto model = "  Adoube pico-matrix 0.1.0  ";
    CHECK(list() == first.name + model + "free\n" + second.name + model + "free\n");

    {
        OpenStream stream(first.name);
        const auto us = "in use by test_mocked (process " + std::to_string(::getpid()) + ")";
        CHECK(list() == first.name + model + us + "\n" + second.name + model + "free\n");
    }
    REQUIRE(wait_until([&] { return !board.open(); }));
    CHECK(list() == first.name + model + "free\n" + second.name + model + "free\n");

    other.unplug();
    CHECK(list() == first.name + model + "free\n");
}

TEST_CASE_METHOD(NewBoard, "a board that may not be opened, or is there twice, is listed with what to do") {
    UsbBoard board(id), twin(id);
    board.plug_in();
    give_up_override_of_permissions();
    fs::permissions(TestBed::of_this_process().real(board.node()), fs::perms::none);
    const auto row = name + "  Adoube pico-matrix 0.1.0  ";
    CHECK(list() == row + "may not be opened: install the package adoube-boards, or "
                          "firmware/60-adoube.rules, then plug the board in again\n");
    twin.plug_in();
    const auto both = row + "there is another board of this id: unplug one of them\n";
    CHECK(list() == both + both);
}

TEST_CASE_METHOD(NewBoard, "serial ports are listed, but those of a board that is") {
    UsbBoard board(id);
    board.plug_in();
    const auto folder = TestBed::of_this_process().real("/dev/serial/by-id");
    fs::create_directories(folder);
    for (const auto& port :
         {"usb-Adoube_Adoube_pico-matrix_" + id + "-if00", std::string("usb-FTDI_x-if00")}) {
        std::ofstream(TestBed::of_this_process().real("/dev/" + port));
        fs::create_symlink("../../" + port, folder / port);
    }
    const std::string adapter = "serial:/dev/serial/by-id/usb-FTDI_x-if00",
                      what = "a serial port, perhaps of a board";
    auto port = name, model = std::string("Adoube pico-matrix 0.1.0");
    port.resize(adapter.size(), ' ');
    model.resize(what.size(), ' ');
    CHECK(list() == adapter + "  " + what + "  free\n" + port + "  " + model + "  free\n");
}
