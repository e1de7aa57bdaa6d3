#pragma once
// IDs by which hosts tell boards and boots apart.

#include <cstdint>

namespace adoube::rp2040 {

/// The flash chip's unique ID; if it has none, drawn anew at every boot.
std::uint64_t board_id();
std::uint32_t draw_boot_id();

/// 2 for a B2. Its block must be ready (start_clocks).
std::uint8_t chip_revision();

} // namespace adoube::rp2040
