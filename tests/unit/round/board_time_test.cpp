#include "daemon/round/board_time.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using adoube::BoardUs;
using adoube::GameMs;
using adoube::round::BoardTime;

TEST_CASE("the time of a game runs with its board's clock, from where it was set") {
    BoardTime time;
    time.follow(BoardUs(5'000'000), GameMs(0));
    CHECK(time.next(BoardUs(5'000'000)) == GameMs(0));
    CHECK(time.next(BoardUs(5'001'999)) == GameMs(1));
    CHECK(time.next(BoardUs(65'000'000)) == GameMs(60'000));
    CHECK(time.next(BoardUs(64'000'000)) == GameMs(60'000)); // a backward clock is ignored
}

TEST_CASE(
    "a board that starts anew goes on where the host's clock has come to, never before the last input") {
    BoardTime time;
    time.follow(BoardUs(0), GameMs(0));
    time.next(BoardUs(60'000'000));
    SECTION("its first events lie behind the last input") {
        time.follow(BoardUs(10'000'000), GameMs(80'000));
        CHECK(time.next(BoardUs(2'000'000)) == GameMs(72'000));
    }
    SECTION("its first events would lie before the last input: they keep their distances") {
        time.follow(BoardUs(10'000'000), GameMs(61'000));
        CHECK(time.next(BoardUs(2'000'000)) == GameMs(60'000));
        CHECK(time.next(BoardUs(2'150'000)) == GameMs(60'150));
    }
}

TEST_CASE("a restored time goes on exactly as it would have") {
    BoardTime whole, restored;
    whole.follow(BoardUs(1'234'567), GameMs(0));
    GameMs last;
    for (BoardUs us(1'234'567); us < BoardUs(9'000'000); us += 777'777) last = whole.next(us);
    restored.recall(BoardUs(1'234'567 + 777'777 * 9), false, last);
    for (BoardUs us(9'000'000); us < BoardUs(20'000'000); us += 333'333)
        CHECK(restored.next(us) == whole.next(us));
}

TEST_CASE("what no board told goes before all that its board tells later, which keeps its rhythm") {
    BoardTime time, restored;
    time.follow(BoardUs(0), GameMs(0));
    time.next(BoardUs(5'000'000));
    CHECK(time.said(GameMs(9'000)) == GameMs(9'000));
    CHECK(time.said(GameMs(8'000)) == GameMs(9'000));
    restored.recall(BoardUs(5'000'000), false, GameMs(5'000));
    restored.said(GameMs(9'000));
    for (auto* each : {&time, &restored}) {
        CHECK(each->next(BoardUs(6'000'000)) == GameMs(9'000));
        CHECK(each->next(BoardUs(6'150'000)) == GameMs(9'150));
    }
}

TEST_CASE("an arbiter's word while the cable is out makes the game run ahead of its board from then on") {
    BoardTime time;
    time.follow(BoardUs(0), GameMs(0));
    time.next(BoardUs(60'000'000));
    time.said(GameMs(100'000));
    CHECK(time.next(BoardUs(65'000'000)) == GameMs(100'000));
    CHECK(time.next(BoardUs(65'600'000)) == GameMs(100'600));
    CHECK(time.next(BoardUs(90'000'000)) == GameMs(101'800)); // a pause that can be made up for
    CHECK(time.next(BoardUs(90'400'000)) == GameMs(102'200));
    CHECK(time.next(BoardUs(130'000'000)) == GameMs(130'000));
}

TEST_CASE("an input soon after a moment at which time alone ended something is put off by the pause before") {
    BoardTime time;
    time.follow(BoardUs(0), GameMs(0));
    time.next(BoardUs(10'000'000));
    time.pass(GameMs(15'000));
    CHECK(time.next(BoardUs(15'100'000)) == GameMs(15'100));
}

TEST_CASE("a time becomes one that no log may have, whatever a board says") {
    using adoube::record::latest_t_ms;
    BoardTime time;
    time.follow(BoardUs(0), GameMs(0));
    CHECK(time.next(BoardUs(~std::uint64_t{0})) == latest_t_ms);
    CHECK(time.said(latest_t_ms + 1) == latest_t_ms);
    time.follow(BoardUs(5'000'000), latest_t_ms + 7);
    CHECK(time.next(BoardUs(9'000'000)) == latest_t_ms);
}

TEST_CASE("inputs that came late set the clock on for good, or lose the rhythm of the hands") {
    for (const auto seed : adoube::tests::seeds({300, 30'000})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto pick = [&](std::uint64_t below) { return random() % below; };
        BoardTime live, restored;
        BoardUs board_us(pick(1'000'000'000));
        std::uint64_t start = 0, told = ~std::uint64_t{0};
        live.follow(board_us, {});
        std::optional<BoardUs> before_us;
        for (int input = 0; input < 60; ++input) {
            board_us += pick(5'000'000);
            if (pick(8) == 0) {
                const auto late_us = pick(2) == 0 ? pick(30'000'000) : 0;
                const auto before_ms = live.last_ms();
                if (restored.said(live.said(live.of(board_us + late_us))) > before_ms) before_us.reset();
                continue;
            }
            if (pick(12) == 0) {
                board_us = BoardUs(pick(1'000'000'000)), ++start;
                before_us.reset();
                live.follow(board_us, live.last_ms() + static_cast<std::int64_t>(pick(20'000)));
            }
            const auto told_us = board_us - (pick(10) == 0 ? std::min(board_us.count(), pick(3'000'000)) : 0);
            const auto last_ms = live.last_ms(), true_ms = live.of(told_us), t_ms = live.next(told_us);
            REQUIRE(t_ms >= true_ms);
            REQUIRE(t_ms >= last_ms);
            if (before_us && told_us >= *before_us) {
                const auto apart_ms = static_cast<std::int64_t>(told_us.count() / 1000) -
                                      static_cast<std::int64_t>(before_us->count() / 1000);
                REQUIRE(t_ms - last_ms >= std::min(apart_ms, BoardTime::short_pause_ms));
                REQUIRE(t_ms - last_ms <= std::max(apart_ms, true_ms - last_ms));
            }
            if (true_ms >= last_ms + BoardTime::short_pause_ms) REQUIRE(t_ms == true_ms);
            if (start != told) restored.recall_start(live.board_us_at(t_ms), t_ms);
            restored.recall(told_us, true, t_ms);
            told = start, before_us = std::max(told_us, before_us.value_or(BoardUs{}));
            REQUIRE(restored.last_ms() == live.last_ms());
            REQUIRE(restored.of(board_us) == live.of(board_us));
        }
    }
}

TEST_CASE("a start of a board that has told nothing in time is ahead of it when the journal is read again") {
    BoardTime live, again;
    live.follow(BoardUs(0), GameMs(0));
    live.next(BoardUs(1'000'000));
    live.said(GameMs(20'000));
    live.follow(BoardUs(3'000'000), GameMs(17'000)); // cable was out; on since 14'000
    const auto late_ms = live.next(BoardUs(1'000'000));
    CHECK(late_ms == GameMs(20'000));
    again.recall_start(live.board_us_at(late_ms), late_ms);
    again.recall(BoardUs(1'000'000), true, late_ms);
    CHECK(live.next(BoardUs(30'000'000)) == GameMs(44'000));
    CHECK(again.next(BoardUs(30'000'000)) == GameMs(44'000));
}
