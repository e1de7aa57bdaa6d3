#include "daemon/round/board_time.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using adoube::round::BoardTime;

TEST_CASE("the time of a game runs with its board's clock, from where it was set") {
    BoardTime time;
    time.follow(5'000'000, 0);
    CHECK(time.next(5'000'000) == 0);
    CHECK(time.next(5'001'999) == 1);
    CHECK(time.next(65'000'000) == 60'000);
    CHECK(time.next(64'000'000) == 60'000); // a clock that goes back is not followed
}

TEST_CASE(
    "a board that starts anew goes on where the host's clock has come to, never before the last input") {
    BoardTime time;
    time.follow(0, 0);
    time.next(60'000'000);
    SECTION("its first events lie behind the last input") {
        time.follow(10'000'000, 80'000);
        CHECK(time.next(2'000'000) == 72'000);
    }
    SECTION("its first events would lie before the last input: they keep their distances") {
        time.follow(10'000'000, 61'000);
        CHECK(time.next(2'000'000) == 60'000);
        CHECK(time.next(2'150'000) == 60'150);
    }
}

TEST_CASE("a restored time goes on exactly as it would have") {
    BoardTime whole, restored;
    whole.follow(1'234'567, 0);
    std::int64_t last = 0;
    for (std::uint64_t us = 1'234'567; us < 9'000'000; us += 777'777) last = whole.next(us);
    restored.recall(1'234'567 + 777'777 * 9, false, last);
    for (std::uint64_t us = 9'000'000; us < 20'000'000; us += 333'333)
        CHECK(restored.next(us) == whole.next(us));
}

TEST_CASE("what no board told goes before all that its board tells later, which keeps its rhythm") {
    BoardTime time, restored;
    time.follow(0, 0);
    time.next(5'000'000);
    CHECK(time.said(9'000) == 9'000);
    CHECK(time.said(8'000) == 9'000);
    restored.recall(5'000'000, false, 5'000);
    restored.said(9'000);
    for (auto* each : {&time, &restored}) {
        CHECK(each->next(6'000'000) == 9'000);
        CHECK(each->next(6'150'000) == 9'150);
    }
}

TEST_CASE("an arbiter's word while the cable is out makes the game run ahead of its board from then on") {
    BoardTime time;
    time.follow(0, 0);
    time.next(60'000'000);
    time.said(100'000);
    CHECK(time.next(65'000'000) == 100'000);
    CHECK(time.next(65'600'000) == 100'600);
    CHECK(time.next(90'000'000) == 101'800); // a pause that can be made up for
    CHECK(time.next(90'400'000) == 102'200);
    CHECK(time.next(130'000'000) == 130'000);
}

TEST_CASE("an input soon after a moment at which time alone ended something is put off by the pause before") {
    BoardTime time;
    time.follow(0, 0);
    time.next(10'000'000);
    time.pass(15'000);
    CHECK(time.next(15'100'000) == 15'100);
}

TEST_CASE("a time becomes one that no log may have, whatever a board says") {
    using adoube::record::latest_t_ms;
    BoardTime time;
    time.follow(0, 0);
    CHECK(time.next(~std::uint64_t{0}) == latest_t_ms);
    CHECK(time.said(latest_t_ms + 1) == latest_t_ms);
    time.follow(5'000'000, latest_t_ms + 7);
    CHECK(time.next(9'000'000) == latest_t_ms);
}

TEST_CASE("inputs that came late set the clock on for good, or lose the rhythm of the hands") {
    for (const auto seed : adoube::tests::seeds({300, 30'000})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto pick = [&](std::uint64_t below) { return random() % below; };
        BoardTime live, restored;
        std::uint64_t board_us = pick(1'000'000'000), start = 0, told = ~std::uint64_t{0};
        live.follow(board_us, 0);
        std::optional<std::uint64_t> before_us;
        for (int input = 0; input < 60; ++input) {
            board_us += pick(5'000'000);
            if (pick(8) == 0) {
                const auto late_us = pick(2) == 0 ? pick(30'000'000) : 0;
                const auto before_ms = live.last_ms();
                if (restored.said(live.said(live.of(board_us + late_us))) > before_ms) before_us.reset();
                continue;
            }
            if (pick(12) == 0) {
                board_us = pick(1'000'000'000), ++start;
                before_us.reset();
                live.follow(board_us, live.last_ms() + static_cast<std::int64_t>(pick(20'000)));
            }
            const auto told_us = board_us - (pick(10) == 0 ? std::min(board_us, pick(3'000'000)) : 0);
            const auto last_ms = live.last_ms(), true_ms = live.of(told_us), t_ms = live.next(told_us);
            REQUIRE(t_ms >= true_ms);
            REQUIRE(t_ms >= last_ms);
            if (before_us && told_us >= *before_us) {
                const auto apart_ms =
                    static_cast<std::int64_t>(told_us / 1000) - static_cast<std::int64_t>(*before_us / 1000);
                REQUIRE(t_ms - last_ms >= std::min(apart_ms, BoardTime::short_pause_ms));
                REQUIRE(t_ms - last_ms <= std::max(apart_ms, true_ms - last_ms));
            }
            if (true_ms >= last_ms + BoardTime::short_pause_ms) REQUIRE(t_ms == true_ms);
            if (start != told) restored.recall_start(live.board_us_at(t_ms), t_ms);
            restored.recall(told_us, true, t_ms);
            told = start, before_us = std::max(told_us, before_us.value_or(0));
            REQUIRE(restored.last_ms() == live.last_ms());
            REQUIRE(restored.of(board_us) == live.of(board_us));
        }
    }
}

TEST_CASE("a start of a board that has told nothing in time is ahead of it when the journal is read again") {
    BoardTime live, again;
    live.follow(0, 0);
    live.next(1'000'000);
    live.said(20'000);
    live.follow(3'000'000, 17'000); // its cable was out: it was on from 14'000 on
    const auto late_ms = live.next(1'000'000);
    CHECK(late_ms == 20'000);
    again.recall_start(live.board_us_at(late_ms), late_ms);
    again.recall(1'000'000, true, late_ms);
    CHECK(live.next(30'000'000) == 44'000);
    CHECK(again.next(30'000'000) == 44'000);
}
