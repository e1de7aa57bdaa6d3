#pragma once
// The functions of the boot ROM that we use (2.8.3), and what only they let us do: to reach the flash as a
// device, and to start the chip's own loader.

#include <cstdint>

namespace adoube::rp2040 {

/// The flash chip's own number (command 4Bh, "read unique id"), different for every chip; interrupts are off
/// for 50 µs. All ones where it has none.
std::uint64_t read_flash_id();

/// The chip appears as a USB drive and PICOBOOT device, which take another image (2.8.3.1.5).
[[noreturn]] void reset_to_loader();

} // namespace adoube::rp2040
