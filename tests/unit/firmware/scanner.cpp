#include "firmware/core/scanner.hpp"
#include "tests/catch.hpp"

#include <map>
#include <random>
#include <vector>

using namespace adoube::firmware;
using adoube::wire::Content;
using adoube::wire::Event;
using adoube::wire::EventKind;
using adoube::wire::Settings;

namespace {

constexpr Settings at_1_khz{1'000, 5'000, 10'000};

/// Inputs hold until changed.
struct Bench {
    explicit Bench(const Settings& settings = at_1_khz)
        : scanner(settings), interval_us(settings.scan_interval_us) {}

    void run(std::uint64_t for_us) {
        for (const std::uint64_t end_us = now_us + for_us; now_us < end_us; now_us += interval_us) step();
    }
    void step() {
        scanner.feed(scan, now_us, [this](const Event& event) { events.push_back(event); });
    }
    Scan scan;
    Scanner scanner;
    std::uint64_t now_us = 0;
    std::uint64_t interval_us;
    std::vector<Event> events;
};

constexpr std::uint8_t contact(EventKind kind) {
    return static_cast<std::uint8_t>(
        1u << (static_cast<unsigned>(kind) - static_cast<unsigned>(EventKind::press_white)));
}

} // namespace

TEST_CASE("what stands on the board at the start is no event") {
    Bench bench;
    for (const unsigned square : {0u, 7u, 12u, 63u}) bench.scan.squares.set(square, Content::occupied);
    bench.scan.contacts = contact(EventKind::press_black); // the lever rests on one side
    CHECK_FALSE(bench.scanner.ready());
    bench.run(50'000);
    CHECK(bench.scanner.ready());
    CHECK(bench.events.empty());
    CHECK(bench.scanner.stable() == bench.scan.squares);
}

TEST_CASE("a contact that bounces during the first scans is no event") {
    Bench bench;
    for (int n = 0; n < 20; ++n) {
        bench.scan.squares.set(12, n % 2 == 0 && n < 6 ? Content::empty : Content::occupied);
        bench.run(1'000);
    }
    bench.run(50'000);
    CHECK(bench.scanner.stable().at(12) == Content::occupied);
    CHECK(bench.events.size() <= 1); // may have settled after the first scans; never told twice
}

TEST_CASE("each contact gives its own event as it closes, and none as it opens") {
    for (const EventKind kind : {EventKind::press_white, EventKind::press_black, EventKind::adjust_white,
                                 EventKind::adjust_black, EventKind::call_white, EventKind::call_black}) {
        Bench bench;
        bench.run(50'000);
        for (const std::uint64_t pressed_at_us : {100'000u, 300'000u}) { // same side twice
            bench.run(pressed_at_us - bench.now_us);
            bench.scan.contacts = contact(kind);
            bench.run(50'000);
            bench.scan.contacts = 0;
        }
        bench.run(50'000);
        REQUIRE(bench.events.size() == 2);
        CHECK(bench.events[0] == Event{100'000, kind, 0, Content::empty});
        CHECK(bench.events[1] == Event{300'000, kind, 0, Content::empty});
    }
}

TEST_CASE("a lever gives one press for each side as it is thrown to and fro") {
    Bench bench;
    bench.scan.contacts = contact(EventKind::press_black);
    bench.run(100'000);
    for (const EventKind side : {EventKind::press_white, EventKind::press_black, EventKind::press_white}) {
        bench.scan.contacts = 0; // between the contacts
        bench.run(10'000);
        for (const int bounce : {1, 0, 1}) {
            bench.scan.contacts = bounce != 0 ? contact(side) : std::uint8_t{0};
            bench.run(bounce != 0 ? 2'000 : 1'000);
        }
        bench.run(100'000);
    }
    REQUIRE(bench.events.size() == 3);
    CHECK(bench.events[0].kind == EventKind::press_white);
    CHECK(bench.events[1].kind == EventKind::press_black);
    CHECK(bench.events[2].kind == EventKind::press_white);
}

TEST_CASE("all 64 squares may change in one scan") {
    Bench bench;
    bench.run(50'000);
    for (unsigned square = 0; square < 64; ++square) bench.scan.squares.set(square, Content::occupied);
    bench.scan.contacts = 0x3F;
    bench.run(50'000);
    REQUIRE(bench.events.size() == 64 + 6);
    for (const Event& event : bench.events) CHECK(event.time_us == 50'000);
}

TEST_CASE("a lift confirmed after the drop behind it, because it bounced, is still told before it") {
    for (const std::uint32_t interval_us : {100u, 200u, 500u, 1'000u}) {
        Bench bench({interval_us, 5'000, 10'000});
        bench.scan.squares.set(12, Content::occupied);
        bench.run(100'000);
        for (int ms = 0; ms < 40; ++ms) {
            const bool bounces = ms == 3 || ms == 7 || ms == 8 || ms == 12; // lift at 0, confirmed after 9
            bench.scan.squares.set(12, bounces ? Content::occupied : Content::empty);
            if (ms == 3) bench.scan.squares.set(28, Content::occupied); // confirmed after 8
            bench.run(1'000);
        }
        CHECK(bench.events == std::vector<Event>{{100'000, EventKind::lift, 12, Content::occupied},
                                                 {103'000, EventKind::drop, 28, Content::occupied}});
    }
}

TEST_CASE("an edge that bounces longer than anyone waits is told late, but time does not run back") {
    Bench bench;
    bench.run(50'000);
    bench.scan.squares.set(8, Content::occupied); // clean, at 50 ms + 2 ms
    for (int n = 0; n < 100; ++n) {               // a8 closed for 3 ms, open for 2
        bench.scan.squares.set(56, n % 5 < 3 ? Content::occupied : Content::empty);
        bench.run(1'000);
    }
    bench.scan.squares.set(56, Content::occupied);
    bench.run(100'000);
    REQUIRE(bench.events.size() >= 2);
    for (std::size_t n = 1; n < bench.events.size(); ++n)
        CHECK(bench.events[n - 1].time_us <= bench.events[n].time_us);
    CHECK(bench.scanner.stable().at(56) == Content::occupied);
}

TEST_CASE("whatever the sensors do and the clock does, events tell one story in order", "[many]") {
    std::mt19937_64 random(5);
    for (int round = 0; round < 60; ++round) {
        const std::uint32_t intervals[] = {100, 200, 500, 1'000, 2'000, 4'000};
        Bench bench(settle({intervals[round % 6], 5'000, 0}, at_1_khz));
        for (unsigned square = 0; square < 64; ++square)
            if (random() % 2 == 0) bench.scan.squares.set(square, static_cast<Content>(random() % 15 + 1));
        while (!bench.scanner.ready()) bench.run(bench.interval_us);
        adoube::wire::Squares told = bench.scanner.stable();
        std::uint64_t settled_us = 0;
        for (int step = 0; step < 3'000; ++step) {
            const auto noisy = static_cast<unsigned>(random() % 64);
            bench.scan.squares.set(noisy, static_cast<Content>(random() % 16));
            bench.scan.squares.set(static_cast<unsigned>(random() % 4),
                                   static_cast<Content>(random() % 2 * 3));
            if (random() % 100 == 0) bench.scan.contacts = static_cast<std::uint8_t>(random() % 64);
            bench.now_us +=
                bench.interval_us / 4 + random() % (random() % 50 == 0 ? 30'000 : bench.interval_us);
            const std::size_t known = bench.events.size();
            bench.step();
            for (std::size_t n = known; n < bench.events.size(); ++n)
                REQUIRE(bench.events[n].time_us >= settled_us);
            REQUIRE(bench.scanner.settled_us() >= settled_us);
            settled_us = bench.scanner.settled_us();
        }
        bench.now_us += bench.interval_us;
        bench.run(13'000'000); // until masked squares are trusted again
        REQUIRE(bench.scanner.quiet());
        std::uint64_t last_us = 0;
        for (const Event& event : bench.events) {
            REQUIRE(event.time_us >= last_us);
            last_us = event.time_us;
            if (event.kind == EventKind::lift) {
                REQUIRE(told.at(event.square) == event.content);
                REQUIRE(event.content != Content::empty);
                told.set(event.square, Content::empty);
            } else if (event.kind == EventKind::drop) {
                REQUIRE(told.at(event.square) != event.content);
                REQUIRE(event.content != Content::empty);
                told.set(event.square, event.content);
            }
        }
        REQUIRE(told == bench.scan.squares);
        REQUIRE(bench.events.size() > 10);
    }
}

TEST_CASE("a sensor that flutters is masked, told once, and trusted again when it stands still") {
    Bench bench;
    bench.scan.squares.set(28, Content::occupied);
    bench.run(50'000);
    for (int n = 0; n < 300; ++n) { // 50 changes a second
        bench.scan.squares.set(28, n % 2 == 0 ? Content::empty : Content::occupied);
        bench.run(20'000);
    }
    CHECK(bench.scanner.masked() == std::uint64_t{1} << 28);
    std::map<EventKind, int> seen;
    for (const Event& event : bench.events) ++seen[event.kind];
    CHECK(seen[EventKind::mask_on] == 1);
    CHECK(seen[EventKind::mask_off] == 0);
    CHECK(bench.events.size() <= 20);

    bench.scan.squares.set(28, Content::empty);
    bench.scan.squares.set(12, Content::occupied); // others go on
    bench.run(20'000'000);
    CHECK(bench.scanner.masked() == 0);
    CHECK(bench.scanner.stable() == bench.scan.squares);
    seen.clear();
    for (const Event& event : bench.events) ++seen[event.kind];
    CHECK(seen[EventKind::mask_off] == 1);
}

TEST_CASE("squares whose wiring is at fault are masked at once, show nothing, and are trusted again once it "
          "is mended") {
    Bench bench;
    for (const unsigned square : {3u, 11u, 40u}) bench.scan.squares.set(square, Content::occupied);
    bench.run(50'000);
    constexpr std::uint64_t file_d = 0x0808'0808'0808'0808;
    const auto shorted = [&](bool is) {
        bench.scan.broken = is ? file_d : 0;
        for (unsigned square = 3; square < 64; square += 8)
            bench.scan.squares.set(square, is || square < 12 ? Content::occupied : Content::empty);
    };
    shorted(true);
    bench.run(50'000);
    CHECK(bench.scanner.masked() == file_d);
    REQUIRE(bench.events.size() == 8);
    for (const Event& event : bench.events) CHECK(event.kind == EventKind::mask_on);

    bench.scan.squares.set(40, Content::empty); // another file goes on
    bench.run(50'000);
    REQUIRE(bench.events.size() == 9);
    CHECK(bench.events.back().kind == EventKind::lift);
    CHECK(bench.events.back().square == 40);

    bench.run(60'000'000); // at rest, but still broken
    CHECK(bench.scanner.masked() == file_d);
    shorted(false);
    bench.scan.squares.set(11, Content::empty); // lifted meanwhile
    bench.run(20'000'000);
    CHECK(bench.scanner.masked() == 0);
    CHECK(bench.scanner.stable() == bench.scan.squares);
    CHECK(bench.events.size() == 9 + 8 + 1); // 8 mask_off, and the unseen lift
}

TEST_CASE("a square that is broken from the start is masked, and holds nothing back") {
    Bench bench;
    bench.scan.squares.set(20, Content::occupied);
    bench.scan.broken = std::uint64_t{1} << 20;
    bench.run(50'000);
    CHECK(bench.scanner.ready());
    CHECK(bench.scanner.masked() == std::uint64_t{1} << 20);
    CHECK(bench.scanner.stable() == adoube::wire::Squares{});
    bench.scan.broken = 0;
    bench.run(20'000'000);
    CHECK(bench.scanner.masked() == 0);
    CHECK(bench.scanner.stable() == bench.scan.squares);
}

TEST_CASE("a contact that never comes to rest holds others back for two debounce windows at most") {
    Bench bench;
    bench.run(50'000);
    const std::uint64_t touched_us = bench.now_us;
    std::uint64_t told_us = 0;
    for (int n = 0; n < 40 && told_us == 0; ++n) {
        bench.scan.squares.set(5, n % 2 == 0 ? Content::occupied : Content::empty); // before, and endlessly
        if (n > 0) bench.scan.squares.set(28, Content::occupied);
        bench.run(1'000);
        if (!bench.events.empty()) told_us = bench.now_us;
    }
    REQUIRE(bench.events.size() == 1);
    CHECK(bench.events[0].square == 28);
    CHECK(bench.events[0].time_us == touched_us + 1'000);
    CHECK(told_us - bench.events[0].time_us <= 2 * 6'000 + 1'000); // six scans each, and the one that tells
}

TEST_CASE("a player who fidgets is not taken for a broken sensor") {
    Bench bench;
    bench.scan.squares.set(28, Content::occupied);
    bench.run(50'000);
    for (int n = 0; n < 100; ++n) {
        bench.scan.squares.set(28, n % 2 == 0 ? Content::empty : Content::occupied);
        bench.run(80'000); // six cycles a second
    }
    bench.run(50'000);
    CHECK(bench.events.size() == 100);
    CHECK(bench.scanner.masked() == 0);
}

TEST_CASE("scans that come late are counted, and scans on each other's heels shorten nothing") {
    Bench bench;
    bench.run(50'000);
    CHECK(bench.scanner.late_scans() == 0);
    bench.now_us += 5'000;
    bench.run(5'000);
    CHECK(bench.scanner.late_scans() == 1);

    bench.scan.squares.set(28, Content::occupied);
    for (int n = 0; n < 50; ++n, bench.now_us += 50) bench.step(); // 2.5 ms, 50 scans
    bench.scan.squares.set(28, Content::empty);
    bench.run(50'000);
    CHECK(bench.events.empty());
}

TEST_CASE("settings are taken as near as they can be had, and 0 keeps what there is") {
    struct Row {
        Settings wish, settled;
    };
    for (const Row& row :
         {Row{{0, 0, 0}, at_1_khz}, Row{{0, 8'000, 0}, {1'000, 8'000, 10'000}},
          Row{{1, 0, 0}, {100, 5'000, 10'000}}, Row{{100, 50'000, 0}, {100, 12'600, 10'000}},
          Row{{4'000, 1, 1}, {4'000, 1, 100}}, Row{{~0u, ~0u, ~0u}, {10'000, 1'260'000, 3'600'000}}})
        CHECK(settle(row.wish, at_1_khz) == row.settled);
}

TEST_CASE("settings that change while the board runs bring no event of their own") {
    Bench bench;
    bench.scan.squares.set(28, Content::occupied);
    bench.run(50'000);
    for (const Settings& settings :
         {Settings{100, 12'600, 0}, Settings{4'000, 5'000, 0}, Settings{1'000, 1, 0}}) {
        bench.scanner.configure(settings);
        bench.interval_us = settings.scan_interval_us;
        CHECK(bench.scanner.ready());
        bench.run(100'000);
    }
    CHECK(bench.events.empty());
    bench.scan.squares.set(28, Content::empty);
    bench.run(100'000);
    CHECK(bench.events.size() == 1);
}
