#include "daemon/evidence/wall_clock.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace adoube;
using evidence::clock_jumps;
using evidence::ClockJump;

namespace {

constexpr std::int64_t hour_ms = 3'600'000;

/// A host and a board: snapshots every 10 s, moves every 7.3 s.
struct Record {
    std::vector<record::Entry> inputs;
    std::int64_t time_ms = 0; // elapsed
    std::int64_t wall_ms = 1'800'000'000'000;
    double wall_rate = 1, board_rate = 1;
    std::uint32_t boot = 1;

    void pass(std::int64_t ms) {
        time_ms += ms;
        wall_ms += static_cast<std::int64_t>(static_cast<double>(ms) * wall_rate);
    }
    /// Reads now what happened `late_ms` ago.
    void read(std::int64_t late_ms = 0) {
        const auto board_us = static_cast<double>(time_ms - late_ms) * 1000 * board_rate;
        inputs.push_back({"", record::Origin{"a1", boot, {}, BoardUs(static_cast<std::uint64_t>(board_us))},
                          UtcMs(wall_ms + static_cast<std::int64_t>(inputs.size() % 40))});
    }
    void play(std::int64_t ms) {
        for (const auto end_ms = time_ms + ms; time_ms < end_ms;) {
            pass(100);
            if (time_ms % 10'000 == 0 || time_ms % 7'300 == 0) read();
        }
    }
    void say() { inputs.push_back({"", std::nullopt, UtcMs(wall_ms)}); }
};

} // namespace

TEST_CASE("a wall clock that is set is told with when and by how much, forwards and back, a second or an "
          "hour") {
    const auto by_ms = GENERATE(1'000, -1'000, hour_ms, -hour_ms);
    Record record;
    record.play(600'000);
    const auto before = record.inputs.size();
    record.wall_ms += by_ms;
    record.play(600'000);
    const auto jumps = clock_jumps(record.inputs);
    REQUIRE(jumps.size() == 1);
    CHECK(jumps[0].input == before + 1);
    CHECK(std::abs(jumps[0].by_ms - by_ms) <= 60);
    CHECK(clock_jumps(record.inputs, 101)[0].input == before + 101); // of an extract
}

TEST_CASE("each of several jumps is told, also one that is undone") {
    Record record;
    for (const auto by_ms : {hour_ms, -hour_ms, -2'000L, 5'000L}) {
        record.play(60'000);
        record.wall_ms += by_ms;
    }
    record.play(60'000);
    CHECK(clock_jumps(record.inputs).size() == 4);
}

TEST_CASE("a jump back at the very end is told, as nothing is read before it happens") {
    Record record;
    record.play(60'000);
    record.wall_ms -= 5'000;
    record.pass(300);
    record.read();
    const auto jumps = clock_jumps(record.inputs);
    REQUIRE(jumps.size() == 1);
    CHECK(jumps[0].input == record.inputs.size());
}

TEST_CASE("a clock that NTP slews, and a board's quartz that is off, are no jump") {
    Record record;
    record.wall_rate = GENERATE(1.0005, 0.9995);
    record.board_rate = GENERATE(1.0001, 0.9999);
    record.play(hour_ms);
    record.pass(2 * hour_ms); // an adjournment
    record.play(hour_ms);
    CHECK(clock_jumps(record.inputs).empty());
}

TEST_CASE("what was held back by a cable or a full disk is no jump") {
    Record record;
    record.play(60'000);
    record.pass(600'000);
    for (std::int64_t late_ms = 600'000; late_ms > 0; late_ms -= 7'300) record.read(late_ms);
    CHECK(clock_jumps(record.inputs).empty()); // the record may end here
    record.play(60'000);
    CHECK(clock_jumps(record.inputs).empty());
}

TEST_CASE("a computer that sleeps, and a board that starts anew, are no jump") {
    Record record;
    record.play(60'000);
    record.pass(hour_ms); // asleep: the board's events wait
    record.read(hour_ms / 2);
    record.play(60'000);
    ++record.boot;
    record.board_rate = 0.5; // another count
    record.play(60'000);
    record.say();
    record.play(60'000);
    CHECK(clock_jumps(record.inputs).empty());
}

TEST_CASE("a jump is told as one sentence") {
    CHECK(to_sentence(ClockJump{7, -hour_ms}) == "the wall clock of the host was set back by 3600.0 s");
    CHECK(to_sentence(ClockJump{7, 1'040}) == "the wall clock of the host was set on by 1.0 s");
}
