#pragma once
// The numbers by which hosts tell boards and starts apart.

#include <cstdint>

namespace adoube::rp2040 {

/// The same at every start, and of no other board: the flash chip's number. Drawn from the chip's noise, and
/// so new at every start, where the flash has none.
std::uint64_t board_id();
/// Another at every start.
std::uint32_t draw_boot_id();

} // namespace adoube::rp2040
