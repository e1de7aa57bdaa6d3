#pragma once
// Pin assignment on a Raspberry Pi Pico.

#include "firmware/rp2040/gpio.hpp"

namespace adoube::pico_matrix {

using rp2040::pin;
using rp2040::Pins;

inline constexpr unsigned first_rank = 2;  // GP2-9: ranks 1-8, driven
inline constexpr unsigned first_file = 10; // GP10-17: files a-h, read
inline constexpr Pins ranks = rp2040::pins(first_rank, 8);
inline constexpr Pins files = rp2040::pins(first_file, 8);

/// Closed to ground; order of wire::EventKind: press, adjust, call, White first.
inline constexpr Pins contacts[] = {pin(18), pin(19), pin(20), pin(21), pin(22), pin(28)};

/// I2C of a chess clock at the jack; the board is its slave.
inline constexpr Pins clock_sda = pin(26), clock_scl = pin(27);

inline constexpr Pins cable_sense = pin(24);
inline constexpr Pins light = pin(25);

} // namespace adoube::pico_matrix
