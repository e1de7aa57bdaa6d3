#pragma once
// The voltage of a Pico's VSYS, a third of which is at GP29.

#include <cstdint>

namespace adoube::rp2040 {

/// Takes the ADC for itself; boards that convert by other means measure theirs there.
void start_supply_meter();
/// In about 3 µs.
std::uint16_t measure_supply_mv();

} // namespace adoube::rp2040
