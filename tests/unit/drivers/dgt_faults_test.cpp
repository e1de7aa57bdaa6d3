// A DGT board on a bad line: news stays in order and, once the line is good, matches the board.

#include "protocol/rules.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/drivers/listener.hpp"
#include "tests/unit/drivers/scripted_dgt_board.hpp"

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
