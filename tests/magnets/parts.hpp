#pragma once
// Magnets, sensors and reeds as they are sold, and what boards of one geometry differ in. Texas Instruments
// SBAS640 (DRV5055); what is not in data sheets is named.

namespace adoube::magnets {

inline constexpr double n35_t = 1.19;

/// A DRV5055 at 3.3 V, behind a converter of 12 bits.
struct HallSensor {
    double steps_per_mt;
    double noise_steps; // rms
};
inline constexpr HallSensor drv5055_a1{74.5, 2.3}, drv5055_a2{37.2, 1.4}, drv5055_a3{18.6, 1.1};
/// Of four outputs through 10 kΩ each, what 22 kΩ to ground and a multiplexer of 100 ohm leave.
inline constexpr double left_of_four = 22'000. / (22'000 + 10'000. / 4 + 100);
/// Either way: where it rests, and how far that moves over 15 K (the data sheet has 1 % of the supply over
/// all temperatures).
inline constexpr double rest_steps = 74, drift_steps = 12;

/// Glass of 14 mm, 10 to 15 ampere-turns. What one of them is in mT is known to a factor of two; and so is
/// whether a magnet closes it by the field along its blades or by what its pole does at one end.
struct Reed {
    double length_mm = 14;
    double least_mt = 1.0, most_mt = 3.0;
    double least_release = 0.4, most_release = 0.9; // of what closes it
    double adjusted_to_mm = 0.5;                    // either way, as hands adjust it
};

/// Either way.
struct Tolerance {
    double gap_mm, place_mm, level, kelvin;
};
inline constexpr Tolerance tolerance{.gap_mm = 0.5, .place_mm = 1, .level = 0.1, .kelvin = 15};

/// Of a level at 25 °C: magnets lose what sensors gain.
constexpr double level_when_warmer(double kelvin) { return (1 - 0.0012 * kelvin) * (1 + 0.0012 * kelvin); }

} // namespace adoube::magnets
