#pragma once
// Measures VSYS, a third of which is at a Pico's GP29.

#include <cstdint>

namespace adoube::rp2040 {

/// Claims the ADC.
void start_supply_meter();
/// Takes about 3 µs.
std::uint16_t measure_supply_mv();

} // namespace adoube::rp2040
