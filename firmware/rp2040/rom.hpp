#pragma once
// The functions of the boot ROM that we use (2.8.3), and what only they let us do: to reach the flash as a
// device, and to start the chip's own loader.

#include <array>
#include <cstdint>

namespace adoube::rp2040 {

/// The flash chip's own number (command 4Bh, "read unique id"), different for every chip; interrupts are off
/// for 50 µs. All ones where it has none.
std::uint64_t read_flash_id();

/// Erases the sector of 4 KB at this offset in the flash, and programs its first page; interrupts are off for
/// 50 ms, at worst for 400 ms.
inline constexpr std::uint32_t flash_sector = 4'096;
using FlashPage = std::array<std::uint8_t, 256>;
void write_flash(std::uint32_t offset, const FlashPage& page);
/// Its first page.
FlashPage read_flash(std::uint32_t offset);

/// The chip appears as a USB drive and PICOBOOT device, which take another image (2.8.3.1.5).
[[noreturn]] void reset_to_loader();

} // namespace adoube::rp2040
