#include "daemon/adoubed/spare_boards.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>

using namespace adoube;
using adoubed::PortInUse;
using adoubed::spare_boards;
using adoubed::SpareBoard;

namespace {

board::usb::Board plugged(const std::string& id) {
    board::usb::Board board;
    board.id = id;
    board.product = "Adoube pico-hall";
    board.version = "0.1.0";
    return board;
}

const std::string one = "00000000000000a1", two = "00000000000000a2", three = "00000000000000a3";

} // namespace

TEST_CASE("a board that stands at a table is offered as a spare, or one that stands at none is not") {
    const std::vector boards{plugged(three), plugged(one), plugged(two), plugged(one), plugged("")};
    const SpareBoard a1{"usb:" + one, "Adoube pico-hall 0.1.0"}, a2{"usb:" + two, a1.what},
        a3{"usb:" + three, a1.what};
    CHECK(spare_boards(boards, {}, {}) == std::vector{a1, a2, a3});
    const PortInUse by_name{"usb:" + one, {}}, by_id{"serial:/dev/ttyACM0", two}, by_hand{"", {}};
    CHECK(spare_boards(boards, {}, std::vector{by_name}) == std::vector{a2, a3}); // here or not
    CHECK(spare_boards(boards, {}, std::vector{by_id, by_hand}) == std::vector{a1, a3});
    CHECK(to_json(std::vector{a1}) ==
          R"({"spare":[{"port":"usb:00000000000000a1","what":"Adoube pico-hall 0.1.0"}]})");
    CHECK(to_json(std::vector<SpareBoard>{}) == R"({"spare":[]})");
}

TEST_CASE("a serial port that a table names by another link is offered as a spare") {
    const tests::TemporaryFolder folder;
    const auto device = folder / "ttyUSB0", by_id = folder / "usb-DGT_board-if00",
               other = folder / "usb-other";
    std::ofstream(device).put('x');
    std::ofstream(other).put('x');
    std::filesystem::create_symlink(device, by_id);
    const std::vector<board::SerialPort> serial{{by_id, "dgt:serial:" + by_id.string(), true},
                                                {other, "serial:" + other.string(), false}};
    const auto spare = [&](const std::string& port) {
        std::vector<std::string> names;
        for (const auto& each : spare_boards({}, serial, std::vector<PortInUse>{{port, {}}}))
            names.push_back(each.port);
        return names;
    };
    CHECK(spare("usb:" + one) == std::vector{serial[0].name, serial[1].name});
    CHECK(spare("dgt:serial:" + device.string()) == std::vector{serial[1].name});
    CHECK(spare(other.string()) == std::vector{serial[0].name});
    CHECK(spare("dgt:serial:" + by_id.string() + "#01025") == std::vector{serial[1].name});
    CHECK(spare("nonsense:x").size() == 2);
}
