#include "daemon/round/at_once.hpp"

#include "tests/catch.hpp"

#include <atomic>
#include <random>
#include <stdexcept>

using namespace adoube;

TEST_CASE("work that is done at once is taken in another order, twice, or not at all") {
    std::mt19937 random(1);
    for (const int count : {0, 1, 31, 200}) {
        std::vector<int> taken;
        std::atomic<int> done = 0;
        round::AtOnce<int> at_once([&](int one) { taken.push_back(one); });
        for (int one = 0; one < count; ++one)
            at_once.put([&done, one, takes = random() % 2'000] {
                for (volatile unsigned spent = 0; spent < takes;) spent = spent + 1;
                ++done;
                return one;
            });
        at_once.finish();
        CHECK(done == count);
        std::vector<int> wanted;
        for (int one = 0; one < count; ++one) wanted.push_back(one);
        CHECK(taken == wanted);
    }
}

TEST_CASE("work that fails ends in silence") {
    std::vector<int> taken;
    round::AtOnce<int> at_once([&](int one) { taken.push_back(one); });
    at_once.put([] { return 1; });
    at_once.put([]() -> int { throw std::runtime_error("no"); });
    at_once.put([] { return 3; });
    CHECK_THROWS_AS(at_once.finish(), std::runtime_error);
    CHECK(taken == std::vector{1});
    at_once.finish();
    CHECK(taken == std::vector{1, 3});
}
