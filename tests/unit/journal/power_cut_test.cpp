#include "lives.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

using namespace adoube;
using tests::FaultyDisk;
using tests::Lives;
using End = tests::FaultyDisk::End;

namespace {

const std::vector<tests::Group>& short_round() {
    static const auto round = tests::simulated_round(1, 3, 12);
    return round;
}

/// Changes of an undisturbed short round, with opening and closing.
std::uint64_t changes_of_short_round() {
    FaultyDisk disk(1);
    Lives lives(disk, 1, short_round());
    REQUIRE(lives.live() == "");
    REQUIRE(lives.done());
    return disk.changes();
}

/// Ends at this change, then lives on, with power cuts between and after.
void check_end(End end, std::uint64_t change, std::uint64_t seed) {
    INFO((end == End::kill ? "killed" : "power cut") << " at change " << change << ", seed " << seed);
    FaultyDisk disk(seed);
    Lives lives(disk, seed, short_round());
    disk.end_in(end, change);
    REQUIRE(lives.live() == "");
    disk.start_again();
    REQUIRE(lives.live() == "");
    REQUIRE(lives.done());
    disk.cut_power();
    REQUIRE(lives.live() == "");
}

} // namespace

TEST_CASE("a journal whose power is cut at any of its writes keeps what it had confirmed") {
    const auto changes = changes_of_short_round();
    REQUIRE(changes > 40);
    for (std::uint64_t change = 1; change <= changes; ++change)
        for (const auto seed : tests::seeds({20, 100})) check_end(End::power_cut, change, seed);
}

TEST_CASE("a journal killed at any of its writes keeps what it had confirmed") {
    const auto changes = changes_of_short_round();
    for (std::uint64_t change = 1; change <= changes; ++change)
        for (const auto seed : tests::seeds({5, 25})) check_end(End::kill, change, seed);
}

TEST_CASE("what a journal holds when it is opened after a kill survives a power cut then") {
    const auto changes = changes_of_short_round();
    for (std::uint64_t change = 1; change <= changes; ++change)
        for (const auto seed : tests::seeds({5, 25})) {
            INFO("killed at change " << change << ", seed " << seed);
            FaultyDisk disk(seed);
            Lives lives(disk, seed, short_round());
            disk.end_in(End::kill, change);
            REQUIRE(lives.live() == "");
            disk.start_again();
            disk.end_in(End::power_cut, 1 + std::mt19937_64(seed)() % 80); // while games are read
            REQUIRE(lives.live() == "");
            disk.start_again();
            REQUIRE(lives.live() == "");
            REQUIRE(lives.done());
        }
}

constexpr tests::Tries long_rounds{12, 60};

TEST_CASE("long rounds with hundreds of kills and power cuts keep what was confirmed") {
    std::uint64_t ends = 0;
    for (const auto seed : tests::seeds(long_rounds)) {
        std::mt19937_64 random(seed);
        FaultyDisk disk(seed);
        Lives lives(disk, seed, tests::simulated_round(seed, 8, 2400));
        while (!lives.done()) {
            INFO("seed " << seed << ", end " << ends);
            // Often during opening or closing; sometimes after the log was written back.
            disk.end_in(random() % 3 == 0 ? End::kill : End::power_cut, 1 + random() % (50 << random() % 7));
            REQUIRE(lives.live() == "");
            ends += !disk.alive();
            disk.start_again();
        }
        disk.cut_power();
        REQUIRE(lives.live() == "");
    }
    INFO(ends << " ends");
    CHECK(ends * 12 > 200 * tests::seeds(long_rounds).size());
}

TEST_CASE("on a disk that says it has synced and has not, records are lost: these tests would see it") {
    int wrong = 0;
    for (std::uint64_t round = 0; round < 100; ++round) {
        const auto seed = tests::first_seed() + round;
        FaultyDisk disk(seed);
        disk.lie();
        Lives lives(disk, seed, tests::simulated_round(seed, 3, 60));
        disk.end_in(End::power_cut, 20 + round);
        REQUIRE(lives.live() == "");
        disk.start_again();
        const auto told = lives.live();
        wrong += !told.empty();
        INFO(told);
        CHECK((told.empty() || told.starts_with("confirmed was") ||
               told.starts_with("journal round.journal does not hold all") ||
               told.starts_with("journal round.journal is damaged") ||
               told.starts_with("journal round.journal is no journal"))); // if its first page is gone
    }
    CHECK(wrong > 50);
}
