#include "daemon/adoubed/host_clock.hpp"

#include <cmath>
#include <cstdlib>
#include <ctime>

namespace adoube::adoubed {
namespace {

std::int64_t read_us(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_nsec / 1000;
}

} // namespace

/// Preemption between the two reads would look like a clock change.
round::HostTime HostClock::now() {
    constexpr std::int64_t one_moment_us = 1000;
    for (int tries = 0;; ++tries) {
        const auto steady_us = read_us(CLOCK_BOOTTIME); // runs during suspend
        const auto utc_us = read_us(CLOCK_REALTIME);
        if (tries == 5 || read_us(CLOCK_BOOTTIME) - steady_us < one_moment_us)
            return at(SteadyUs(static_cast<std::uint64_t>(steady_us)), utc_us);
    }
}

round::HostTime HostClock::at(SteadyUs steady_us, std::int64_t utc_us) {
    const auto apart_us = utc_us - static_cast<std::int64_t>(steady_us.count());
    constexpr std::int64_t most_us = 1500; // half a millisecond from rounding, and one between the reads
    if (!apart_ms_ || std::abs(apart_us - *apart_ms_ * 1000) > most_us)
        apart_ms_ = std::llround(static_cast<double>(apart_us) / 1000);
    return {steady_us, UtcMs(static_cast<std::int64_t>(steady_us.count() / 1000) + *apart_ms_)};
}

} // namespace adoube::adoubed
