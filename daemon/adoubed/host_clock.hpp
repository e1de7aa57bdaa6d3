#pragma once
// The host's two clocks as one moment. Each is read by itself and cut to milliseconds, so that their distance
// would change by one from reading to reading though nobody set a clock; here it is a whole number of
// milliseconds that stays until the wall clock was set or slewed.

#include "daemon/round/round.hpp"

#include <optional>

namespace adoube::adoubed {

/// One thread's.
class HostClock {
  public:
    round::HostTime now();

    /// Of readings within a millisecond. The wall clock is told true to three milliseconds.
    round::HostTime at(SteadyUs steady_us, std::int64_t utc_us);

  private:
    std::optional<std::int64_t> apart_ms_;
};

} // namespace adoube::adoubed
