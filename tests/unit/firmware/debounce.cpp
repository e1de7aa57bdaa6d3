// Debounce at 250 Hz to 10 kHz, with smooth and jumpy clocks.

#include "firmware/core/scanner.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <random>
#include <vector>

using namespace adoube::firmware;
using adoube::wire::Content;
using adoube::wire::Event;
using adoube::wire::EventKind;
using adoube::wire::Settings;

namespace {

constexpr unsigned e2 = 12, e4 = 28, d5 = 35;
constexpr auto lift = EventKind::lift;
constexpr auto drop = EventKind::drop;

struct Row {
    std::uint64_t t_us;
    unsigned square;
    Content content;
};
struct Expected {
    std::uint64_t t_us; // of the edge itself
    EventKind kind;
    unsigned square;
    Content content;
};
struct Table {
    const char* what;
    std::vector<Row> input;
    std::vector<Expected> output;
};

enum class Clock { smooth, jumpy };

struct Output {
    std::vector<Event> events;
    std::vector<std::uint32_t> scans_us;
};

/// Scans until 100 ms after the last row; e2 and d5 start occupied.
Output run(const std::vector<Row>& input, std::uint32_t interval_us, Clock clock,
           std::uint32_t debounce_us = 5'000) {
    std::mt19937_64 random(interval_us);
    Scanner scanner({interval_us, debounce_us, 10'000});
    Output output;
    Scan scan;
    scan.squares.set(e2, Content::occupied);
    scan.squares.set(d5, Content::occupied);
    std::size_t row = 0;
    const std::uint64_t end_us = (input.empty() ? 0 : input.back().t_us) + 100'000;
    output.scans_us.reserve(end_us / interval_us + 1); // memory is short on a chip
    for (std::uint64_t nominal_us = 0; nominal_us < end_us; nominal_us += interval_us) {
        const std::uint64_t now_us =
            clock == Clock::smooth ? nominal_us : nominal_us + random() % (interval_us * 2 / 5);
        for (; row < input.size() && input[row].t_us <= now_us; ++row)
            scan.squares.set(input[row].square, input[row].content);
        scanner.feed(scan, now_us, [&](const Event& event) { output.events.push_back(event); });
        output.scans_us.push_back(static_cast<std::uint32_t>(now_us));
    }
    REQUIRE(scanner.quiet());
    return output;
}

/// Alternates; last change at t_us + the sum of `turns_us`.
std::vector<Row> chatter(std::uint64_t t_us, unsigned square, const std::vector<std::uint64_t>& turns_us,
                         Content from, Content to) {
    std::vector<Row> rows{{t_us, square, to}};
    for (std::size_t turn = 0; turn < turns_us.size(); ++turn) {
        t_us += turns_us[turn];
        rows.push_back({t_us, square, turn % 2 == 0 ? from : to});
    }
    return rows;
}

std::vector<Row> spikes(std::uint64_t t_us, unsigned square, int count, std::uint64_t on_us,
                        std::uint64_t every_us) {
    std::vector<Row> rows;
    for (int n = 0; n < count; ++n, t_us += every_us) {
        rows.push_back({t_us, square, Content::occupied});
        rows.push_back({t_us + on_us, square, Content::empty});
    }
    return rows;
}

const Content none = Content::empty, piece = Content::occupied;

/// After the first scans, times are multiples of the longest interval, 4 ms, so that every rate sees the
/// edge; only faster rates see what lies between.
const std::vector<Table> tables{
    {"nothing happens", {}, {}},
    {"a clean move",
     {{100'000, e2, none}, {600'000, e4, piece}},
     {{100'000, lift, e2, piece}, {600'000, drop, e4, piece}}},
    {"a spike of 3 ms on an empty square", spikes(100'000, e4, 1, 3'000, 0), {}},
    {"a dropout of 3 ms under a standing piece", {{100'000, e2, none}, {103'000, e2, piece}}, {}},
    {"a train of spikes, open three times as long as closed", spikes(100'000, e4, 100, 2'000, 8'000), {}},
    {"a contact that bounces as it closes, mostly closed",
     chatter(100'000, e4, {4'500, 200, 700, 300, 800, 200}, none, piece),
     {{100'000, drop, e4, piece}}},
    {"a contact that bounces as it opens, mostly open",
     chatter(100'000, e2, {4'600, 300}, piece, none),
     {{100'000, lift, e2, piece}}},
    {"a flicker of 40 ms is reported: whether it is a touch is not for the board to say",
     {{100'000, e2, none}, {140'000, e2, piece}},
     {{100'000, lift, e2, piece}, {140'000, drop, e2, piece}}},
    {"a capture, the captured piece first",
     {{100'000, d5, none}, {300'000, e2, none}, {400'000, d5, piece}},
     {{100'000, lift, d5, piece}, {300'000, lift, e2, piece}, {400'000, drop, d5, piece}}},
    {"two squares in one scan: the lift is told first",
     {{100'000, 3, piece}, {100'000, d5, none}},
     {{100'000, lift, d5, piece}, {100'000, drop, 3, piece}}},
    {"a lift that bounces long is still told before the clean drop behind it",
     [] {
         auto rows = chatter(100'000, e2, {3'000, 1'000, 3'000, 1'000, 3'000, 1'000}, piece, none);
         rows.push_back({104'000, e4, piece});
         std::ranges::stable_sort(rows, {}, &Row::t_us);
         return rows;
     }(),
     {{100'000, lift, e2, piece}, {104'000, drop, e4, piece}}},
    {"identity: the piece is exchanged between two scans",
     {{100'000, e2, Content::white_knight}},
     {{100'000, drop, e2, Content::white_knight}}},
    {"identity: one wrong reading of a standing piece",
     {{100'000, e2, Content::black_queen}, {103'000, e2, piece}},
     {}},
};

} // namespace

TEST_CASE("debounce gives what the tables say, at every scan rate") {
    for (const std::uint32_t rate_hz : {250u, 500u, 1'000u, 2'000u, 5'000u, 8'000u, 10'000u}) {
        for (const Clock clock : {Clock::smooth, Clock::jumpy}) {
            for (const Table& table : tables) {
                INFO(table.what << ", " << rate_hz << " Hz, "
                                << (clock == Clock::smooth ? "smooth" : "jumpy"));
                const Output output = run(table.input, 1'000'000 / rate_hz, clock);
                REQUIRE(output.events.size() == table.output.size());
                for (std::size_t n = 0; n < output.events.size(); ++n) {
                    const Expected& expected = table.output[n];
                    const Event& event = output.events[n];
                    CHECK(event.kind == expected.kind);
                    CHECK(unsigned{event.square} == expected.square);
                    CHECK(event.content == expected.content);
                    // The first scan that could see the edge.
                    CHECK(event.time_us == *std::ranges::lower_bound(output.scans_us, expected.t_us));
                }
            }
        }
    }
}

TEST_CASE("a change is confirmed after it has stood for the debounce time, and not before") {
    struct Bound {
        std::uint32_t rate_hz, debounce_us;
        std::uint64_t stands_us;
        bool reported;
    };
    const Bound bounds[] = {
        {1'000, 5'000, 5'000, false},   {1'000, 5'000, 6'000, true},   {10'000, 5'000, 5'000, false},
        {10'000, 5'000, 5'100, true},   {250, 5'000, 8'000, false},    {250, 5'000, 12'000, true},
        {1'000, 20'000, 20'000, false}, {1'000, 20'000, 21'000, true}, {2'000, 1, 500, false},
        {2'000, 1, 1'000, true},
    };
    for (const Bound& bound : bounds) {
        INFO(bound.rate_hz << " Hz, debounce " << bound.debounce_us << " us, stands " << bound.stands_us
                           << " us");
        const auto output = run({{200'000, e4, piece}, {200'000 + bound.stands_us, e4, none}},
                                1'000'000 / bound.rate_hz, Clock::smooth, bound.debounce_us);
        CHECK(output.events.empty() == !bound.reported);
    }
}

TEST_CASE("64 lanes at once do what 64 plain integrators do", "[many]") {
    struct Plain { // one lane, without bit tricks
        unsigned stable = 0, candidate = 0, count = 0;
        std::uint64_t first_edge_us = 0;
        bool feed(unsigned raw, unsigned threshold, std::uint64_t now_us) {
            if (count > 0) count += raw != stable && raw == candidate ? 1u : ~0u;
            if (count == 0 && raw != stable) {
                candidate = raw;
                first_edge_us = now_us;
                count = 1;
            }
            if (count != threshold) return false;
            stable = candidate;
            count = 0;
            return true;
        }
    };
    std::mt19937_64 random(11);
    for (const unsigned threshold : {1u, 2u, 3u, 7u, 50u, 127u}) {
        Debounce<4> lanes;
        lanes.set_threshold(threshold);
        std::array<Plain, 64> plain{};
        adoube::wire::Squares raw;
        int confirmations = 0;
        for (std::uint64_t now_us = 0; now_us < 20'000; ++now_us) {
            // Lane n is set about every 4n scans: some settle, some never do.
            for (unsigned lane = 0; lane < 64; ++lane)
                if (random() % (4 * lane + 1) == 0) raw.set(lane, static_cast<Content>(random() % 3));
            const std::uint64_t confirmed = lanes.feed(raw.planes, now_us);
            std::uint64_t expected = 0, integrating = 0;
            adoube::wire::Squares stable;
            for (unsigned lane = 0; lane < 64; ++lane) {
                if (plain[lane].feed(static_cast<unsigned>(raw.at(lane)), threshold, now_us)) {
                    expected |= std::uint64_t{1} << lane;
                    ++confirmations;
                    REQUIRE(lanes.first_edge_us(lane) == plain[lane].first_edge_us);
                }
                if (plain[lane].count != 0) integrating |= std::uint64_t{1} << lane;
                stable.set(lane, static_cast<Content>(plain[lane].stable));
            }
            REQUIRE(confirmed == expected);
            REQUIRE(lanes.integrating() == integrating);
            REQUIRE(lanes.stable() == stable.planes);
        }
        CHECK(confirmations > 10);
    }
}
