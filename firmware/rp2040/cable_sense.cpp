#include "firmware/rp2040/cable_sense.hpp"

#include "firmware/rp2040/timer.hpp"

namespace adoube::rp2040 {

namespace {

/// Pulls of 50 to 80 kΩ (2.19.6.3 and 5.5.3.4) move some 20 pF in 2 µs.
bool level_with(Pins pin, Pull pull) {
    constexpr std::uint32_t settle_us = 20;
    configure(pin, Function::sio, pull);
    for (const auto begun_us = now_us(); now_us() - begun_us < settle_us;) {
    }
    return (read_pins() & pin) != 0;
}

} // namespace

CableSense::CableSense(Pins pin) : pin_(pin) {
    const bool goes_up = level_with(pin, Pull::up), stays_up = level_with(pin, Pull::down);
    floats_ = goes_up && !stays_up;
}

} // namespace adoube::rp2040
