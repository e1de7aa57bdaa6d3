#pragma once
// What can feel a magnet under a square. Texas Instruments SBAS640 (DRV5055); a reed's ampere-turns are known
// in mT to a factor of two only.

#include <optional>
#include <string_view>

namespace adoube::tools::design {

/// A linear Hall sensor at 3.3 V, read by a converter of 12 bits.
struct HallSensor {
    /// From its middle, either way: the output is linear to 0.2 V from both supplies.
    static constexpr double end_steps = (3.3 / 2 - 0.2) / 3.3 * 4096;

    std::string_view name;
    double steps_per_mt;
    double noise_steps; // rms
    double drift_steps; // of its zero over 15 K, either way
};

inline constexpr HallSensor hall_sensors[] = {
    {.name = "A1", .steps_per_mt = 74.5, .noise_steps = 2.3, .drift_steps = 12},
    {.name = "A2", .steps_per_mt = 37.2, .noise_steps = 1.4, .drift_steps = 12},
    {.name = "A3", .steps_per_mt = 18.6, .noise_steps = 1.1, .drift_steps = 12},
    {.name = "A4", .steps_per_mt = 9.3, .noise_steps = 1.0, .drift_steps = 12},
};

/// A reed contact that stands upright, its upper end at the gap. It is raised from `deepest_mm` until it
/// closes for a piece that is `closes_at_mm` from the middle of the square, to whichever side; one that would
/// have to come nearer than `least_gap_mm` is replaced by another.
struct UprightReed {
    double closes_at_mm = 0, least_gap_mm = 0, deepest_mm = 28;
    double length_mm = 14;
    double least_operate_mt = 1.0, most_operate_mt = 3.0; // 10 to 15 AT of 0.1 to 0.2 mT
    double least_release = 0.4, most_release = 0.9;       // share of operate
    double height_error_mm = 0.5;
};

} // namespace adoube::tools::design
