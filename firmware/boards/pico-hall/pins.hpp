#pragma once
// Pin assignment on a Raspberry Pi Pico.

#include "firmware/rp2040/gpio.hpp"

namespace adoube::pico_hall {

using rp2040::pin;
using rp2040::Pins;

/// GP2-5: address S0-S3 of all multiplexers. GP6-9: enables, active low, ranks 1 and 2 first.
inline constexpr unsigned first_select = 2, selects = 8;

/// High: the sensors have power.
inline constexpr Pins sensor_power = pin(10);

/// Multiplexer commons, 22 kΩ to ground: GP26 for ranks 1-4, GP27 for ranks 5-8.
inline constexpr Pins sensors = pin(26) | pin(27);

/// Closed to ground; order of wire::EventKind: press, adjust, call, White first.
inline constexpr Pins contacts[] = {pin(18), pin(19), pin(20), pin(21), pin(22), pin(16)};

/// I2C of a chess clock at the jack; the board is its slave.
inline constexpr Pins clock_sda = pin(14), clock_scl = pin(15);

/// High: the Pico's regulator runs at one frequency, with less ripple (Raspberry Pi Pico data sheet, 4.4). On
/// a Pico W it starts the radio chip, which nothing uses.
inline constexpr Pins steady_supply = pin(23);
inline constexpr Pins cable_sense = pin(24);
inline constexpr Pins light = pin(25);
inline constexpr Pins supply_sense = pin(29); // a third of VSYS
inline constexpr unsigned supply_adc_channel = 3;

} // namespace adoube::pico_hall
