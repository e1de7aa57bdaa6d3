#pragma once
// The computer's clocks, for what runs in threads of its own.

#include "daemon/time/instant.hpp"

#include <chrono>

namespace adoube::nats {

inline UtcMs utc_now() {
    using namespace std::chrono;
    return UtcMs(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
}
/// Never set.
inline std::int64_t steady_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

} // namespace adoube::nats
