#include "firmware/core/scanner.hpp"

#include <algorithm>

namespace adoube::firmware {

namespace {
std::uint32_t nearest(std::uint32_t wish, std::uint32_t in_force, std::uint32_t least, std::uint32_t most) {
    return std::clamp(wish == 0 ? in_force : wish, least, most);
}
} // namespace

wire::Settings settle(const wire::Settings& wish, const wire::Settings& in_force,
                      std::uint32_t fastest_scan_us) {
    wire::Settings settled;
    settled.scan_interval_us =
        nearest(wish.scan_interval_us, in_force.scan_interval_us, fastest_scan_us, 10'000);
    const std::uint32_t most_debounce_us = (Debounce<1>::max_threshold - 1) * settled.scan_interval_us;
    settled.debounce_us = nearest(wish.debounce_us, in_force.debounce_us, 1, most_debounce_us);
    settled.snapshot_interval_ms =
        nearest(wish.snapshot_interval_ms, in_force.snapshot_interval_ms, 100, 3'600'000);
    return settled;
}

} // namespace adoube::firmware
