#pragma once
// What a DGT 3000 says at its jack, as the bytes after the address on its I2C bus. From the sources of
// programs that speak with it (dgtpicom); unproven for a clock that players run.

#include "daemon/drivers/news.hpp"

#include <span>

namespace adoube::drivers::dgt {

/// Perhaps damaged, but a sign of life.
bool is_of_clock(std::span<const std::uint8_t> bytes);
/// Of a whole time message to all, with the right checksum, that has news. Which way its lever is told,
/// nobody knows for sure.
std::optional<ClockDisplay> display_told(std::span<const std::uint8_t> bytes);

} // namespace adoube::drivers::dgt
