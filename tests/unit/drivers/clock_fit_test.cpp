#include "daemon/drivers/own/clock_fit.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <cmath>
#include <random>

using namespace adoube::drivers;

namespace {

adoube::SteadyUs steady(double us) { return adoube::SteadyUs(static_cast<std::uint64_t>(us)); }

/// A board with its own clock, and a link with random delays.
class Pair {
  public:
    Pair(double drift_ppm, std::uint64_t seed) : rate_(1 + drift_ppm * 1e-6), random_(seed) {}

    std::uint64_t board_at(double at_us) const {
        return static_cast<std::uint64_t>(board_zero_ + (at_us - host_zero_) * rate_);
    }
    /// Each way takes least_us plus up to jitter_us at random.
    void ping() {
        const double there = delay(), back = delay();
        fit.pong(steady(host_us), steady(host_us + there + back), adoube::BoardUs(board_at(host_us + there)));
    }
    void run(int pings) {
        for (int n = 0; n < pings; ++n, host_us += 1'000'000) ping();
    }
    void jump(double board_us) { board_zero_ += board_us; }
    /// The fit's error at `at_us`.
    double wrong_us(double at_us) const {
        return static_cast<double>(
            static_cast<std::int64_t>(fit.board_us(steady(at_us)).count() - board_at(at_us)));
    }
    double delay() {
        const double chance = std::uniform_real_distribution<>(0, 1)(random_);
        return least_us + jitter_us * std::uniform_real_distribution<>(0, 1)(random_) +
               (chance < stalls ? 200'000 : 0);
    }

    ClockFit fit;
    double host_us = 7'000'000'000;
    double least_us = 300, jitter_us = 700, stalls = 0;

  private:
    double rate_, host_zero_ = 7'000'000'000, board_zero_ = 5'000'000;
    std::mt19937_64 random_;
};

} // namespace

TEST_CASE("one pong is enough to convert times, within its round trip") {
    Pair pair(50, 1);
    CHECK_FALSE(pair.fit.fitted());
    pair.run(1);
    REQUIRE(pair.fit.fitted());
    CHECK_FALSE(pair.fit.drift_ppm());
    CHECK(std::abs(pair.wrong_us(pair.host_us)) <= 1'100);
}

TEST_CASE("drift and offset are found, and a time is wrong by no more than is said") {
    for (const double drift : {-200.0, -30.0, 0.0, 12.5, 100.0, 300.0})
        for (const auto seed : adoube::tests::seeds({20, 200})) {
            INFO("drift " << drift << " ppm, seed " << seed);
            Pair pair(drift, seed);
            pair.run(300);
            REQUIRE(pair.fit.drift_ppm());
            CHECK(*pair.fit.drift_ppm() == Approx(drift).margin(25));
            CHECK(std::abs(pair.wrong_us(pair.host_us)) <= 700);
            CHECK(std::abs(pair.wrong_us(pair.host_us)) <= pair.fit.error_us());
            CHECK(pair.fit.error_us() < 2'500);
            CHECK(pair.fit.held_up() == 0);
            CHECK(pair.fit.jumps() == 0);
        }
}

TEST_CASE("drift is wrong by no more than is said, whenever it is asked and however long trips are") {
    for (const double jitter : {50.0, 700.0, 3'000.0})
        for (const auto seed : adoube::tests::seeds({50, 500})) {
            INFO("jitter " << jitter << " us, seed " << seed);
            Pair pair(200, seed);
            pair.jitter_us = jitter;
            pair.run(11);
            while (pair.host_us < 7'000'000'000 + 200e6) {
                REQUIRE(pair.fit.drift_ppm());
                CHECK(std::abs(*pair.fit.drift_ppm() - 200) <= pair.fit.drift_error_ppm());
                pair.run(1);
            }
            CHECK(pair.fit.drift_error_ppm() <= 2 * (pair.least_us + jitter) / 40);
        }
}

TEST_CASE("pongs that all came late at the end turn the drift no further than is said") {
    Pair pair(0, 1);
    pair.jitter_us = 0;
    pair.run(6);
    pair.least_us = 1'000;
    pair.run(6);
    REQUIRE(pair.fit.drift_ppm());
    CHECK(*pair.fit.drift_ppm() > 80);
    CHECK(*pair.fit.drift_ppm() <= pair.fit.drift_error_ppm());
}

TEST_CASE("converting to and fro comes back to the same time") {
    Pair pair(80, 3);
    pair.run(100);
    for (const double at : {-50e6, -1e6, 0.0, 5e6})
        CHECK(std::llabs(
                  static_cast<std::int64_t>(pair.fit.host_us(pair.fit.board_us(steady(pair.host_us + at))) -
                                            steady(pair.host_us + at))) <= 2);
}

TEST_CASE("pongs that are held up move nothing, and are counted") {
    for (const auto seed : adoube::tests::seeds({20, 200})) {
        Pair pair(40, seed);
        pair.run(30);
        pair.stalls = 0.1;
        pair.run(300);
        INFO("seed " << seed);
        CHECK(pair.fit.held_up() > 5);
        CHECK(pair.fit.jumps() == 0);
        CHECK(std::abs(pair.wrong_us(pair.host_us)) <= 1'000);
    }
}

TEST_CASE("a cable that was out for an hour changes nothing") {
    Pair pair(-60, 5);
    pair.run(120);
    pair.host_us += 3'600e6;
    CHECK(std::abs(pair.wrong_us(pair.host_us)) <= 120'000); // by the drift known so far
    pair.run(60);
    CHECK(pair.fit.jumps() == 0);
    CHECK(std::abs(pair.wrong_us(pair.host_us)) <= 1'000);
}

TEST_CASE("a clock that jumps, as when the host slept, is fitted anew") {
    for (const double jump : {30e6, -3e6}) {
        Pair pair(20, 6);
        pair.run(60);
        pair.jump(jump);
        pair.run(60);
        INFO("jump " << jump);
        CHECK(pair.fit.jumps() == 1);
        CHECK(std::abs(pair.wrong_us(pair.host_us)) <= 1'000);
    }
}

TEST_CASE("times that cannot be are passed over") {
    Pair pair(0, 7);
    pair.run(10);
    pair.fit.pong(steady(9e9), steady(8e9), adoube::BoardUs(1));
    CHECK(std::abs(pair.wrong_us(pair.host_us)) <= 1'000);
    CHECK(pair.fit.board_us({}) == adoube::BoardUs{}); // before the board's start
}
