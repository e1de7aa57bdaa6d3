// A game that ends just before its board is gone.

#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

#include <algorithm>

using namespace adoube;
using tests::OneTable;

namespace {

constexpr std::int64_t step_ms = 50;
constexpr int closed_steps = 12'000 / step_ms; // the arbiter's view is then of a game that is over for good

/// 1. f3 e5 2. g4 Qh4#, and the board is gone at once.
struct MateAndGone : OneTable {
    MateAndGone(std::int64_t delay_ms, bool pressed) : OneTable(delay_ms) {
        hands.play("f3 e5 g4");
        hands.lift(59); // d8
        hands.drop(31); // h4
        if (pressed) hands.press(chess::Side::black);
        hall.unplug(0);
    }
    bool is_over() { return hall.game().result == chess::Result::black_wins; }
};

} // namespace

TEST_CASE("a mate that was pressed stays open for the public, as its board was switched off right after it") {
    const auto delay_ms = GENERATE(std::int64_t{0}, std::int64_t{30'000});
    const auto killed = GENERATE(0, 1, 2); // never, before the game is closed, and after
    CAPTURE(delay_ms, killed);
    MateAndGone table(delay_ms, true);
    auto& hall = table.hall;
    if (killed == 1) hall.kill();
    hall.run(closed_steps);
    if (killed == 2) hall.kill();
    CHECK(hall.view(0).game.result == chess::Result::black_wins);
    if (delay_ms > 0) REQUIRE_FALSE(table.is_over());
    hall.run(static_cast<int>((delay_ms + 13'000) / step_ms));
    REQUIRE(table.is_over());
    CHECK(hall.moves() == "f3 e5 g4 Qh4#");
    // Its board comes back with nothing new.
    hall.plug(0, table.board);
    hall.run(60);
    CHECK(table.is_over());
}

TEST_CASE("a mate that was not pressed is shown although its board may have kept how it was taken back") {
    MateAndGone table(0, false);
    auto& [hall, board, hands] = static_cast<OneTable&>(table);
    hands.lift(31); // while the cable is out
    hands.drop(38); // g5
    hands.press(chess::Side::black);
    hall.run(closed_steps);
    CHECK_FALSE(table.is_over());
    CHECK(hall.noted("board 1: its game has ended, but its board was gone before that was sure") == 1);
    hall.plug(0, board);
    hall.run(100);
    CHECK(hall.game().result == chess::Result::open);
    CHECK(hall.moves() == "f3 e5 g4 Qg5");
}

TEST_CASE("a mate that was not pressed stays open for ever, as its board does not come back") {
    const auto delay_ms = GENERATE(std::int64_t{0}, std::int64_t{90'000});
    MateAndGone table(delay_ms, false);
    auto& hall = table.hall;
    hall.run(closed_steps);
    REQUIRE_FALSE(table.is_over());
    if (GENERATE(false, true)) hall.kill();
    hall.run(static_cast<int>((std::max<std::int64_t>(delay_ms, 62'000) + 13'000) / step_ms));
    CHECK(table.is_over());
}

TEST_CASE("a mate that was not pressed stays open once its board is back and has nothing else to tell") {
    MateAndGone table(0, false);
    auto& hall = table.hall;
    hall.run(closed_steps);
    REQUIRE_FALSE(table.is_over());
    hall.plug(0, table.board);
    hall.run(100);
    CHECK(table.is_over());
}
