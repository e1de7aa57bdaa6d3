#include "daemon/round/board_input.hpp"

#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hall.hpp"

using namespace adoube;
using record::Sensing;
using wire::Content;
using wire::EventKind;

TEST_CASE("every event of the wire becomes its line of the sensor log") {
    struct {
        wire::Event event;
        Sensing sensing;
        const char* line;
    } const rows[] = {
        {{0, EventKind::lift, 12, Content::occupied}, Sensing::presence, R"({"t":7,"lift":"e2"})"},
        {{0, EventKind::drop, 28, Content::white}, Sensing::colour, R"({"t":7,"drop":"e4","side":"w"})"},
        {{0, EventKind::drop, 63, Content::black}, Sensing::identity, R"({"t":7,"drop":"h8","side":"b"})"},
        {{0, EventKind::lift, 0, Content::white_rook},
         Sensing::identity,
         R"({"t":7,"lift":"a1","piece":"R"})"},
        {{0, EventKind::lift, 0, Content::white_rook}, Sensing::colour, R"({"t":7,"lift":"a1","side":"w"})"},
        {{0, EventKind::lift, 0, Content::white_rook}, Sensing::presence, R"({"t":7,"lift":"a1"})"},
        {{0, EventKind::lift, 60, Content::black_king},
         Sensing::identity,
         R"({"t":7,"lift":"e8","piece":"k"})"},
        {{0, EventKind::press_white, 0, Content::empty}, Sensing::presence, R"({"t":7,"press":"w"})"},
        {{0, EventKind::press_black, 0, Content::empty}, Sensing::presence, R"({"t":7,"press":"b"})"},
        {{0, EventKind::adjust_white, 0, Content::empty}, Sensing::presence, R"({"t":7,"adjust":"w"})"},
        {{0, EventKind::adjust_black, 0, Content::empty}, Sensing::presence, R"({"t":7,"adjust":"b"})"},
        {{0, EventKind::call_white, 0, Content::empty}, Sensing::presence, R"({"t":7,"call":"w"})"},
        {{0, EventKind::call_black, 0, Content::empty}, Sensing::presence, R"({"t":7,"call":"b"})"},
        {{0, EventKind::mask_on, 9, Content::empty}, Sensing::presence, R"({"t":7,"mask":"b2","on":true})"},
        {{0, EventKind::mask_off, 9, Content::empty}, Sensing::presence, R"({"t":7,"mask":"b2","on":false})"},
    };
    for (const auto& row : rows)
        CHECK(record::to_line({GameMs(7), round::input_of(row.event, row.sensing)}) == row.line);
}

TEST_CASE("a snapshot of the wire is the snapshot of the sensor log, square by square") {
    const std::string rank_2_to_7(32, '.');
    const auto line = [](wire::Sensing board, Sensing game) {
        return record::to_line(
            {{}, round::snapshot_of(tests::start_squares(board), wire::Lever::unknown, game)});
    };
    const std::string pieces = "rnbqkbnrpppppppp" + rank_2_to_7 + "PPPPPPPPRNBQKBNR";
    const std::string sides = std::string(16, 'b') + rank_2_to_7 + std::string(16, 'w');
    const std::string occupied = std::string(16, 'x') + rank_2_to_7 + std::string(16, 'x');
    const auto with = [](const std::string& squares) { return R"({"t":0,"snapshot":")" + squares + "\"}"; };
    CHECK(line(wire::Sensing::identity, Sensing::identity) == with(pieces));
    CHECK(line(wire::Sensing::identity, Sensing::colour) == with(sides));
    CHECK(line(wire::Sensing::colour, Sensing::identity) == with(sides));
    CHECK(line(wire::Sensing::identity, Sensing::presence) == with(occupied));
    CHECK(line(wire::Sensing::presence, Sensing::identity) == with(occupied));
}

TEST_CASE("the lever of a snapshot on the wire is that of the sensor log") {
    const auto line = [](wire::Lever lever) {
        return record::to_line({{}, round::snapshot_of({}, lever, Sensing::presence)});
    };
    const std::string empty = R"({"t":0,"snapshot":")" + std::string(64, '.') + '"';
    CHECK(line(wire::Lever::unknown) == empty + "}");
    CHECK(line(wire::Lever::white) == empty + R"(,"lever":"w"})");
    CHECK(line(wire::Lever::black) == empty + R"(,"lever":"b"})");
}
