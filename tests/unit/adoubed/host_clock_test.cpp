#include "daemon/adoubed/host_clock.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube;

namespace {

std::int64_t apart_ms(round::HostTime time) {
    return time.utc_ms.count() - static_cast<std::int64_t>(time.steady_us.count() / 1000);
}

constexpr std::int64_t utc_us = 1'780'000'000'123'456;

} // namespace

TEST_CASE("a clock that nobody set looks set, by a millisecond, when it is read at another moment of one") {
    for (const auto seed : tests::seeds({20, 200})) {
        std::mt19937_64 random(seed);
        adoubed::HostClock clock;
        SteadyUs steady_us(random() % 1'000'000'000'000);
        auto wall_us = utc_us + static_cast<std::int64_t>(random() % 1000);
        const auto first =
            apart_ms(clock.at(steady_us, wall_us + static_cast<std::int64_t>(random() % 1000)));
        for (int reading = 0; reading < 1000; ++reading) {
            const auto later_us = random() % 100'000, between_us = random() % 1000; // between the two reads
            steady_us += later_us;
            wall_us += static_cast<std::int64_t>(later_us);
            const auto time = clock.at(steady_us, wall_us + static_cast<std::int64_t>(between_us));
            REQUIRE(apart_ms(time) == first);
            REQUIRE(time.steady_us == steady_us);
        }
    }
}

TEST_CASE("a wall clock that is set or slewed is told wrong by more than three milliseconds") {
    for (const auto seed : tests::seeds({20, 200})) {
        std::mt19937_64 random(seed);
        adoubed::HostClock clock;
        SteadyUs steady_us(random() % 1'000'000'000'000);
        auto wall_us = utc_us;
        for (int reading = 0; reading < 1000; ++reading) {
            const auto later_us = random() % 100'000;
            steady_us += later_us;
            wall_us += static_cast<std::int64_t>(later_us);
            const auto by_us = static_cast<std::int64_t>(random() % 200) - 100; // slewed
            wall_us += random() % 50 != 0 ? by_us : by_us * 50'000;             // set
            const auto told_ms = clock.at(steady_us, wall_us).utc_ms.count();
            CHECK(std::abs(told_ms * 1000 - wall_us) <= 3000);
        }
    }
}
