// A DGT board on a bad line: news stays in order and, once the line is good, matches the board.

#include "protocol/rules.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/drivers/listener.hpp"
#include "tests/unit/drivers/scripted_dgt_board.hpp"
#include "tools/makers/virtual_dgt_board.hpp"

#include <random>

using namespace adoube;
using tests::Listener;
using tests::ScriptedDgtBoard;

TEST_CASE("on a bad line a DGT board's driver loses count, or goes on with squares that are not so") {
    for (const auto seed : tests::seeds({40, 400})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto pick = [&](std::uint64_t below) { return random() % below; };
        const auto driver = drivers::make_driver(drivers::Maker::dgt, "P1");
        ScriptedDgtBoard board;
        Listener listener(*driver);
        wire::Squares squares;
        SteadyUs now_us(5'000'000);
        bool open = false;
        const auto step = [&](unsigned damage_percent) {
            now_us += 50'000;
            driver->tick(now_us);
            for (auto& frame : board.answer(driver->take_bytes())) {
                if (pick(100) < damage_percent)
                    frame[pick(frame.size())] = static_cast<std::uint8_t>(random());
                if (pick(100) < damage_percent) frame.resize(pick(frame.size() + 1));
                driver->received(frame, now_us);
            }
            listener.take();
        };
        for (int n = 0; n < 600; ++n) {
            if (!open || pick(100) == 0) {
                if (open) driver->closed();
                driver->opened(now_us);
                open = true;
            }
            if (pick(20) == 0) driver->give_room(pick(4));
            if (pick(3) == 0) {
                const auto square = static_cast<std::uint8_t>(pick(64));
                const bool lift = squares.at(square) != wire::Content::empty;
                const auto content = lift ? squares.at(square) : wire::Content::white_queen;
                squares.set(square, lift ? wire::Content::empty : content);
                board.happen({0, lift ? wire::EventKind::lift : wire::EventKind::drop, square, content});
            }
            step(4);
        }
        driver->closed();
        driver->opened(now_us);
        driver->give_room(1'000);
        for (int n = 0; n < 100; ++n) step(0);
        REQUIRE(listener.followed());
        REQUIRE(listener.squares() == squares);
        REQUIRE(driver->counts().bad_frames > 0);
    }
}

TEST_CASE("a DGT board's driver says that it has told what there was no room for") {
    const auto driver = drivers::make_driver(drivers::Maker::dgt, "P1");
    ScriptedDgtBoard board;
    SteadyUs now_us(5'000'000);
    const auto run = [&](int steps) {
        std::vector<drivers::News> all;
        for (; steps > 0; --steps) {
            now_us += 50'000;
            driver->tick(now_us);
            for (const auto& frame : board.answer(driver->take_bytes())) driver->received(frame, now_us);
            for (auto& news : driver->take_news()) {
                if (std::holds_alternative<drivers::Arrived>(news)) driver->follow({});
                all.push_back(std::move(news));
            }
        }
        return all;
    };
    const auto is_read = [](const drivers::News& news) {
        return std::holds_alternative<drivers::ClockRead>(news);
    };
    driver->opened(now_us);
    CHECK(std::ranges::count_if(run(100), is_read) > 2);
    driver->give_room(0);
    board.happen({0, wire::EventKind::drop, 28, wire::Content::white_queen});
    CHECK(std::ranges::count_if(run(100), is_read) == 0);
    driver->give_room(1);
    const auto told = run(100);
    REQUIRE(told.size() > 2);
    CHECK(std::holds_alternative<drivers::EventsLost>(told.front()));
    CHECK(std::ranges::count_if(told, is_read) > 2);
}

TEST_CASE("a daemon that was kept from its work takes a press before the move that it completes") {
    using enum wire::EventKind;
    using chess::square_from;
    for (const auto seed : tests::seeds({1'000, 20'000})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto pick = [&](std::uint64_t from, std::uint64_t to) { return from + random() % (to - from); };
        tools::makers::VirtualDgtBoard board(
            {.seed = seed, .clock = tools::makers::DgtClock({{.time_ms = 3'600'000}}, true)});
        const auto driver = drivers::make_driver(drivers::Maker::dgt, "P1");
        const SteadyUs start_us(5'000'000);
        driver->opened(start_us);
        driver->give_room(1'000);
        std::vector<wire::EventKind> told;
        std::vector<std::uint8_t> unheard;
        const auto hear = [&](SteadyUs now_us) {
            if (!unheard.empty()) driver->received(std::exchange(unheard, {}), now_us);
            for (const auto& news : driver->take_news()) {
                if (const auto* arrived = std::get_if<drivers::Arrived>(&news))
                    driver->follow({arrived->hello.next_seq, arrived->hello.next_seq});
                const auto* seen = std::get_if<drivers::EventSeen>(&news);
                const bool starts = seen && seen->event.kind == press_black; // may be heard too late
                if (seen && !starts) told.push_back(seen->event.kind);
            }
        };
        const auto lift_us = pick(6'000'000, 7'000'000), drop_us = lift_us + pick(300'000, 900'000),
                   press_us = drop_us + pick(10'000, 200'000);
        std::uint64_t tick_us = 0, free_us = 0;
        for (std::uint64_t t_us = 0; t_us < 12'000'000; t_us += 1'000) {
            const auto comes = [&](std::uint64_t when_us) { return when_us / 1'000 == t_us / 1'000; };
            if (comes(4'000'000)) board.begin();
            if (comes(lift_us)) board.stand(*square_from("e2"), {});
            if (comes(drop_us)) board.stand(*square_from("e4"), chess::piece_from_char('P'));
            if (comes(press_us)) board.press(chess::Side::white);
            std::ranges::copy(board.advance_to(t_us), std::back_inserter(unheard));
            if (t_us < free_us) continue;
            if (pick(0, 50) == 0) free_us = t_us + pick(100'000, 900'000);
            if (t_us >= tick_us) { // its timer is served before its ports
                driver->tick(start_us + t_us);
                board.received(driver->take_bytes());
                tick_us = t_us + 100'000;
            }
            hear(start_us + t_us);
        }
        CHECK(told == std::vector{lift, drop, press_white});
    }
}
