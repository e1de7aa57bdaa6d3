#include "daemon/adoubed/durable_times.hpp"

#include "tests/catch.hpp"

using adoube::SteadyUs;
using adoube::adoubed::DurableTimes;

namespace {

/// How many took at most `seconds`.
std::uint64_t within(const DurableTimes& times, double seconds) {
    for (const auto& bucket : times.seconds().histogram.bucket)
        if (bucket.upper_bound >= seconds) return bucket.cumulative_count;
    return 0;
}

} // namespace

TEST_CASE("a record counts before it is durable, twice or with another's time") {
    DurableTimes times;
    times.handed_in(0, SteadyUs(1)); // nothing yet
    times.durable(0, SteadyUs(2));
    times.handed_in(3, SteadyUs(1'000'000));
    times.handed_in(3, SteadyUs(1'500'000)); // nothing new
    times.handed_in(5, SteadyUs(2'000'000));
    CHECK(times.seconds().histogram.sample_count == 0);
    times.durable(2, SteadyUs(1'001'000));
    CHECK(times.seconds().histogram.sample_count == 0); // one of the three is missing
    times.durable(4, SteadyUs(1'004'000));
    CHECK(times.seconds().histogram.sample_count == 1);
    CHECK(within(times, 0.005) - within(times, 0.0025) == 1);
    times.durable(5, SteadyUs(14'000'000));
    times.durable(5, SteadyUs(15'000'000));
    CHECK(times.seconds().histogram.sample_count == 2);
    CHECK(within(times, 10) == 1);
    CHECK(times.seconds().histogram.sample_sum > 12);
}
