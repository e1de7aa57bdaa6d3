#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/board/design.hpp"
#include "tools/adoube/design/field_table.hpp"
#include "tools/adoube/design/objection.hpp"

#include <cmath>
#include <limits>
#include <numbers>

using namespace adoube;
using namespace adoube::tools;
using namespace adoube::tools::design;

namespace {

constexpr Magnet small_disc{.diameter_mm = 10, .height_mm = 3, .remanence_t = 1.19};

/// Another way to the same field: magnetic charges on both faces, ring by ring.
double charged_faces_mt(const Magnet& magnet, double across_mm, double below_mm) {
    constexpr int rings = 200, angles = 180;
    const double inner = magnet.hole_mm / 2, outer = magnet.diameter_mm / 2;
    double sum = 0;
    for (int ring = 0; ring < rings; ++ring) {
        const double wide = (outer - inner) / rings, radius = inner + (ring + 0.5) * wide;
        const double charge = magnet.remanence_t * radius * wide * 2 * std::numbers::pi / angles;
        for (int angle = 0; angle < angles; ++angle) {
            const double turned = 2 * std::numbers::pi * angle / angles;
            const double x = across_mm - radius * std::cos(turned), y = radius * std::sin(turned);
            const auto pull = [&](double z) { return charge * z / std::pow(x * x + y * y + z * z, 1.5); };
            sum += pull(below_mm) - pull(below_mm + magnet.height_mm);
        }
    }
    return 1000 * sum / (4 * std::numbers::pi);
}

Verdict judged(Board board) { return judge(board, 50'000, 7); }
Board deep() {
    return {.magnet = {.diameter_mm = 12, .height_mm = 3, .remanence_t = 1.19},
            .gap_mm = 20,
            .sensing = hall_sensors[0]};
}

tests::Said said(const BoardDesignOptions& options) { return tests::run(run_board_design, options); }

} // namespace

TEST_CASE("a magnet's field is wrong near it, off its axis, or far away") {
    const Magnet ring{.diameter_mm = 20, .height_mm = 3, .hole_mm = 10, .remanence_t = 1.19};
    for (const auto& magnet : {small_disc, ring})
        for (const double below : {3.0, 8.0, 20.0, 40.0})
            for (const double across : {0.0, 2.0, 5.0, 10.0, 19.0, 41.5, 90.0}) {
                CAPTURE(magnet.hole_mm, below, across);
                const double expected = charged_faces_mt(magnet, across, below);
                CHECK(std::abs(field_mt(magnet, across, below) - expected) <
                      0.003 + 0.003 * std::abs(expected));
            }
    CHECK(field_mt(small_disc, 5, 3) == Approx(field_mt(small_disc, 5 + 1e-7, 3)).epsilon(1e-4)); // the rim
}

TEST_CASE("a field that is looked up is another than the one computed") {
    const FieldTable table(small_disc, 0);
    for (double gap = 8; gap < 40; gap += 1.37)
        for (double across = 0; across < 100; across += 3.1) {
            CAPTURE(gap, across);
            const double exact = field_mt(small_disc, across, gap);
            CHECK(std::abs(table.field_mt(across, gap) - exact) < 0.004 + 0.005 * std::abs(exact));
        }
    for (const double across : {0.0, 10.0, 19.0}) {
        const double field = table.field_mt(across, 25);
        CHECK(std::abs(table.gap_mm(across, field, table.strongest_gap_mm(across)) - 25) < 0.1);
    }
}

TEST_CASE("a deep board with one sensitive sensor is refused, or is not what it was published to be") {
    const auto verdict = judged(deep());
    CHECK(!objection(deep(), verdict));
    CHECK(verdict.chances.missed_anywhere < 2e-3);
    CHECK(verdict.threshold / verdict.level > 0.11);
    CHECK(verdict.threshold / verdict.level < 0.17);
    CHECK(verdict.least_weight_g < 30);
}

TEST_CASE("a thin board with four sensors is refused") {
    auto board = deep();
    board.gap_mm = 8;
    board.sensing = FourHalls{hall_sensors[1], 8};
    CHECK(!objection(board, judged(board)));
}

TEST_CASE("a board that would miss pieces off centre, or feel their neighbours, is called safe") {
    auto shallow = deep();
    shallow.magnet = small_disc;
    shallow.gap_mm = 5;
    shallow.sensing = hall_sensors[2];
    CHECK(judged(shallow).chances.missed_anywhere > 0.2);
    CHECK(objection(shallow, judged(shallow)));

    auto small_bases = deep();
    small_bases.base_mm = 22;
    CHECK(objection(small_bases, judged(small_bases)));

    auto too_deep = deep();
    too_deep.gap_mm = 44;
    CHECK(objection(too_deep, judged(too_deep)));
}

TEST_CASE("an upright reed of adjusted height misses more than one in a thousand put down by hand") {
    auto board = deep();
    board.magnet.diameter_mm = 15;
    board.sensing = UprightReed{};
    const auto verdict = judged(board);
    CHECK(verdict.chances.missed_by_hand < 1e-3);
    CHECK(verdict.closes_at_mm > 10);
}

TEST_CASE("board design takes what is no board, or leaves open why") {
    const auto refused = [](BoardDesignOptions options, const char* why) {
        const auto told = said(options);
        CAPTURE(told.err);
        CHECK(told.status == 2);
        CHECK(told.err.find(why) != std::string::npos);
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    refused({.magnet = "12"}, "is none: write 12x3");
    refused({.magnet = "12x3mm"}, "is none: write 12x3");
    refused({.magnet = "10/12x3"}, "is none: write 12x3");
    refused({.magnet = "20/0x3"}, "is none: write 12x3");
    refused({.magnet = "12x-3"}, "height is -3 mm and must be from 1 to 10: ");
    refused({.magnet = "12x300"}, "height is 300 mm and must be from 1 to 10: ");
    refused({.magnet = "28x3"}, "28 mm wide, and a base of 28 mm holds at most 26: ");
    refused({.grade = "N99"}, "the grade \"N99\"");
    refused({.sensor = "A9"}, "the sensor \"A9\"");
    for (const double square_mm : {nan, infinite, 0.0, -55.0, 29.0, 81.0})
        refused({.square_mm = square_mm}, " mm and must be from 30 to 80: ");
    for (const double base_mm : {nan, infinite, 0.0, -28.0, 5.0})
        refused({.base_mm = base_mm}, " mm and must be from 10 to 55: ");
    refused({.base_mm = 10}, "12 mm wide, and a base of 10 mm holds at most 8: ");
    refused({.base_mm = 60}, "--base is 60 mm, as wide as its square of 55 mm or wider: ");
    for (const double gap_mm : {nan, infinite, 0.0, 46.0})
        refused({.gap_mm = gap_mm}, " mm and must be from 2 to 45: ");
    refused({.gap_mm = 1e9}, "--gap is 1000000000 mm");
    for (const double four_mm : {nan, infinite, -8.0, 0.0, 25.6, 1e9})
        refused({.apart_mm = four_mm, .four_is_told = true}, " mm and must be more than 0, at most 25.5: ");
    refused({.apart_mm = -8}, "--four is -8 mm");
    refused({.sensor = "reed", .gap_is_told = true}, "--gap is not for reeds");
    refused({.sensor = "reed", .apart_mm = 8}, "--four is for Hall sensors");
}

TEST_CASE("board design takes a name in capitals alone") {
    for (const auto* sensor : {"a1", "REED"}) CHECK(board_of({.sensor = sensor}));
    for (const auto* grade : {"n35", "Ferrite"}) CHECK(board_of({.grade = grade}));
}

TEST_CASE("board design calls a board safe that is not, or advises what is no help against that") {
    const auto unsafe = [](BoardDesignOptions options, std::initializer_list<const char*> says) {
        options.placements = 50'000;
        const auto told = said(options);
        CAPTURE(told.err);
        CHECK(told.status == 1);
        for (const auto* part : says) CHECK(told.err.find(part) != std::string::npos);
        CHECK(told.err.find('%') == std::string::npos);
    };
    unsafe({.base_mm = 40, .gap_mm = 8, .magnet = "20x5"},
           {"drives an A1 to its end (1,800 steps)", "take an A3 or a larger gap"});
    unsafe({.base_mm = 30, .magnet = "28x5", .sensor = "A2"}, {"unless they weigh ", "at most 100 g"});
    unsafe({.gap_mm = 14}, {" anywhere on their squares are missed, at most 2,000 are allowed", "a gap of "});
    unsafe({.sensor = "A3"}, {"by hand are missed, at most 10 are", "take an A1 and a gap of 20 mm"});
    unsafe({.base_mm = 20, .gap_mm = 8, .sensor = "A2", .apart_mm = 4},
           {"no gap near by is safe, take a larger base, smaller squares or "});
    unsafe({.gap_mm = 8, .sensor = "A2", .apart_mm = 20},
           {"shows as the other side's: let the four sensors"});
    unsafe({.square_mm = 55, .magnet = "5x1", .sensor = "reed"}, {"too weak for more than a third", "18x3"});
}

TEST_CASE("the gap that board design advises is not safe") {
    const Board shallow{.magnet = deep().magnet, .gap_mm = 14, .sensing = hall_sensors[0]};
    const auto safe = safe_instead(shallow, 50'000, 7);
    REQUIRE(safe);
    CHECK(!objection(*safe, judge(*safe, 200'000, 8)));
}

TEST_CASE("a complaint names a limit that is kept") {
    const auto why = complaint(deep(), {.level = 400, .chances = {.missed_anywhere = 1e-3, .stuck = 3.2e-4}});
    CHECK(why == "320 of a million squares still show the piece that left, at most 200 are allowed");
}

TEST_CASE("board design calls one board safe and the other not, and says its numbers") {
    const auto safe = said({.placements = 50'000});
    CHECK(safe.status == 0);
    CHECK(safe.out.find("threshold, release") != std::string::npos);
    CHECK(safe.out.ends_with("safe\n"));
    const auto unsafe = said({.gap_mm = 6, .sensor = "A3", .placements = 50'000});
    CHECK(unsafe.status == 1);
    CHECK(unsafe.err.find("not safe: ") != std::string::npos);
}
