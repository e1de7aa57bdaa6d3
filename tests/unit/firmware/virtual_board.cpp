#include "firmware/virtual/virtual_board.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/firmware/reference_host.hpp"

using namespace adoube::firmware;
using adoube::wire::Content;
using adoube::wire::Event;
using adoube::wire::EventKind;
using adoube::wire::Sensing;

namespace {
constexpr unsigned e2 = 12, e4 = 28, d5 = 35;
constexpr std::uint64_t ms = 1'000, hour = 3'600'000'000;
} // namespace

TEST_CASE("a move and a press come out with their times, as each sensing sees them") {
    struct Row {
        Sensing sensing;
        Content seen;
    };
    for (const Row& row : {Row{Sensing::presence, Content::occupied}, Row{Sensing::colour, Content::white},
                           Row{Sensing::identity, Content::white_pawn}}) {
        VirtualBoard board({.sensing = row.sensing});
        board.set(e2, Content::empty, 1'000 * ms);
        board.set(e4, Content::white_pawn, 1'500 * ms);
        board.press(EventKind::press_white, 1'900 * ms);
        board.advance_to(3'000 * ms);
        CHECK(board.drain() == std::vector<Event>{{1'000 * ms, EventKind::lift, e2, row.seen},
                                                  {1'500 * ms, EventKind::drop, e4, row.seen},
                                                  {1'900 * ms, EventKind::press_white, 0, Content::empty}});
        CHECK(board.quiet());
    }
}

TEST_CASE("an exchange on a square shows where the sensing can see it") {
    for (const auto& [sensing, events] : {std::pair{Sensing::presence, 0u}, std::pair{Sensing::colour, 1u},
                                          std::pair{Sensing::identity, 1u}}) {
        VirtualBoard board({.sensing = sensing});
        board.set(8 + 4, Content::black_knight, 1'000 * ms);
        board.advance_to(2'000 * ms);
        const auto drained = board.drain();
        REQUIRE(drained.size() == events);
        if (events == 1) CHECK(drained[0].kind == EventKind::drop);
    }
}

TEST_CASE("bouncing contacts change nothing but a few milliseconds of the times") {
    for (const auto seed : adoube::tests::seeds({50, 250})) {
        VirtualBoard board({.bounce_us = 4 * ms, .seed = seed});
        for (std::uint64_t move = 1; move <= 20; ++move) {
            board.set(e2, move % 2 == 1 ? Content::empty : Content::white_pawn, move * 400 * ms);
            board.set(e4, move % 2 == 0 ? Content::empty : Content::white_pawn, move * 400 * ms + 200 * ms);
            board.press(EventKind::press_white, move * 400 * ms + 300 * ms);
        }
        board.advance_to(10'000 * ms);
        const auto events = board.drain();
        REQUIRE(events.size() == 60);
        for (std::size_t n = 0; n < events.size(); ++n) {
            const std::uint64_t step_us[] = {0, 200 * ms, 300 * ms};
            const std::uint64_t done_us = (n / 3 + 1) * 400 * ms + step_us[n % 3];
            CHECK(events[n].time_us >= done_us);
            CHECK(events[n].time_us <= done_us + 4 * ms);
        }
    }
}

TEST_CASE("the same player may press as often as he likes, and no press swallows another") {
    VirtualBoard board;
    for (int n = 0; n < 5; ++n) board.press(EventKind::press_black, 1'000 * ms);
    board.press(EventKind::call_white, 1'000 * ms);
    board.advance_to(2'000 * ms);
    CHECK(board.drain().size() == 6);
}

TEST_CASE("a board without a lever tells of no press") {
    VirtualBoard board({.features = adoube::wire::feature::call_buttons});
    board.press(EventKind::press_white, 1'000 * ms);
    board.press(EventKind::adjust_white, 1'000 * ms);
    board.press(EventKind::call_black, 1'000 * ms);
    board.advance_to(2'000 * ms);
    const auto events = board.drain();
    REQUIRE(events.size() == 1);
    CHECK(events[0].kind == EventKind::call_black);
}

TEST_CASE("hours at rest pass at once, and the next change still has its exact time") {
    VirtualBoard board;
    board.advance_to(100 * hour);
    board.set(e2, Content::empty, 200 * hour + 7 * ms);
    board.advance_to(300 * hour);
    CHECK(board.drain() == std::vector<Event>{{200 * hour + 7 * ms, EventKind::lift, e2, Content::occupied}});
}

TEST_CASE("what is set ahead in any order happens in the order of its times, and what is late happens now") {
    VirtualBoard board;
    board.set(e4, Content::white_pawn, 500 * ms);
    board.set(e2, Content::empty, 300 * ms);
    board.advance_to(1'000 * ms);
    board.set(d5, Content::black_pawn, 400 * ms);
    board.advance_to(2'000 * ms);
    const auto events = board.drain();
    REQUIRE(events.size() == 3);
    CHECK(events[0].square == e2);
    CHECK(events[1].square == e4);
    CHECK(events[2].square == d5);
    CHECK(events[2].time_us >= 1'000 * ms);
    CHECK(events[2].time_us <= 1'001 * ms);
}

TEST_CASE("in steps of any size the same comes out") {
    std::vector<Event> expected;
    for (const std::uint64_t step_us : {10'000 * ms, 250 * ms, 7 * ms, 1 * ms, std::uint64_t{333}}) {
        VirtualBoard board({.bounce_us = 3 * ms});
        for (unsigned n = 0; n < 16; ++n) board.set(n, Content::empty, (100 + 13 * n) * ms);
        std::vector<Event> events;
        for (std::uint64_t t_us = 0; t_us < 1'000 * ms; t_us += step_us) {
            board.advance_to(t_us + step_us);
            for (const Event& event : board.drain()) events.push_back(event);
        }
        if (expected.empty()) expected = events;
        CHECK(events == expected);
        CHECK(events.size() == 16);
    }
}

TEST_CASE("over the link a host gets the same events, one second later by the board's clock") {
    VirtualBoard board;
    ReferenceHost host;
    board.set(e2, Content::empty, 1'000 * ms);
    board.set(e4, Content::white_pawn, 1'500 * ms);
    std::array<std::uint8_t, adoube::wire::max_frame> frame{};
    for (std::uint64_t t_us = 0; t_us < 5'000 * ms; t_us += 10 * ms) {
        board.advance_to(t_us);
        board.receive(host.transmit(t_us), t_us);
        while (const std::size_t length = board.transmit(frame, t_us))
            host.receive(std::span(frame).first(length), t_us);
        host.sync();
    }
    std::vector<Event> events;
    for (const auto& entry : host.durable)
        if (const auto* numbered = std::get_if<ReferenceHost::Numbered>(&entry))
            events.push_back(numbered->event);
    CHECK(events == std::vector<Event>{{2'000 * ms, EventKind::lift, e2, Content::occupied},
                                       {2'500 * ms, EventKind::drop, e4, Content::occupied}});
    CHECK(board.followed());
    CHECK(board.unacknowledged() == 0);
    REQUIRE_FALSE(host.pongs.empty());
    CHECK(host.pongs.back().board_us == host.pongs.back().host_us + VirtualBoard::started_before_us);
}
