#pragma once
// GPIO by software (SIO). A set of pins is a bit mask.

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
constexpr Pins pins(unsigned first, unsigned count) { return ((1u << count) - 1) << first; }

/// FUNCSEL values (2.19.2).
enum class Function : std::uint8_t { uart = 2, i2c = 3, sio = 5, pio0 = 6, none = 31 };
enum class Pull : std::uint8_t { none = 0, down = 1, up = 2 };

/// Brings pins and pads out of reset. Call first.
void start_gpio();
/// Makes the pins inputs with this pull, assigned to the function.
void configure(Pins set, Function function, Pull pull);
void set_pull(Pins set, Pull pull);
/// For the ADC (4.9.2.1): digital functions and pulls off.
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
/// Makes them inputs again.
inline void release(Pins set) { sio::gpio_oe_clr.write(set); }

} // namespace adoube::rp2040
