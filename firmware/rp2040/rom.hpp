#pragma once
// Boot ROM functions (2.8.3): flash access and the boot loader.

#include <array>
#include <cstdint>

namespace adoube::rp2040 {

/// The flash chip's unique ID (command 4Bh); all ones if none. Interrupts are off for 50 µs.
std::uint64_t read_flash_id();

/// A Pico's. No image reaches its end, where sectors are kept for what the firmware writes itself.
inline constexpr std::uint32_t flash_size = 2 << 20, flash_sector = 4'096;
using FlashPage = std::array<std::uint8_t, 256>;
/// Interrupts are off for 50 ms, at worst 400 ms.
void erase_flash_sector(std::uint32_t offset);
/// Interrupts are off for 1 ms, at worst 3 ms.
void program_flash(std::uint32_t offset, const FlashPage& page);
FlashPage read_flash(std::uint32_t offset);

/// Enters the USB boot loader: a drive and PICOBOOT device (2.8.3.1.5).
[[noreturn]] void reset_to_loader();

} // namespace adoube::rp2040
