#pragma once
// IDs by which hosts tell boards and boots apart.

#include <cstdint>

namespace adoube::rp2040 {

struct Identity {
    std::uint64_t board_id; // the flash chip's unique ID; if it has none, one that is drawn once
    std::uint32_t boot_id;
};
/// Call once, after start_clocks(): counts this start in flash.
Identity identify();

/// 2 for a B2. Its block must be ready (start_clocks).
std::uint8_t chip_revision();

} // namespace adoube::rp2040
