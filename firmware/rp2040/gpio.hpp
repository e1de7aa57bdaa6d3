#pragma once
// Pins, by the software of the first core (SIO). A set of pins is a word with a bit for each.

#include "firmware/rp2040/register.hpp"

namespace adoube::rp2040 {

namespace sio { // 2.3.1.7
inline constexpr Register gpio_in{0xd0000004};
inline constexpr Register gpio_out_set{0xd0000014};
inline constexpr Register gpio_out_clr{0xd0000018};
inline constexpr Register gpio_oe_set{0xd0000024};
inline constexpr Register gpio_oe_clr{0xd0000028};
} // namespace sio

using Pins = std::uint32_t;
constexpr Pins pin(unsigned number) { return 1u << number; }
/// `count` pins from the first on.
constexpr Pins pins(unsigned first, unsigned count) { return ((1u << count) - 1) << first; }

/// What drives a pin (2.19.2): the number is its FUNCSEL.
enum class Function : std::uint8_t { uart = 2, sio = 5, pio0 = 6, none = 31 };
enum class Pull : std::uint8_t { none = 0, down = 1, up = 2 };

/// Brings pins and pads out of reset. To be called first.
void start_gpio();
/// All of these pins are inputs with this pull from now on, and the function's.
void configure(Pins set, Function function, Pull pull);
void set_pull(Pins set, Pull pull);
/// For the ADC (4.9.2.1): nothing digital, no pulls.
void configure_analog(Pins set);

inline Pins read_pins() { return sio::gpio_in.read(); }
inline void drive_high(Pins set) {
    sio::gpio_out_set.write(set);
    sio::gpio_oe_set.write(set);
}
inline void drive_low(Pins set) {
    sio::gpio_out_clr.write(set);
    sio::gpio_oe_set.write(set);
}
/// Inputs again, with their pulls.
inline void release(Pins set) { sio::gpio_oe_clr.write(set); }

} // namespace adoube::rp2040
