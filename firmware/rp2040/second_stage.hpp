#pragma once
// The CRC by which the boot ROM accepts a second boot stage (RP2040 data sheet, 2.8.1.3.1): over 252 bytes,
// stored in the last four.

#include <cstddef>
#include <cstdint>
#include <span>

namespace adoube::rp2040 {

inline constexpr std::size_t second_stage_size = 256, second_stage_crc_at = 252;

/// CRC-32/MPEG-2: polynomial 0x04C11DB7, start 0xFFFFFFFF, neither reflected nor inverted.
constexpr std::uint32_t second_stage_crc(std::span<const std::uint8_t, second_stage_crc_at> code) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const std::uint8_t byte : code) {
        crc ^= std::uint32_t{byte} << 24;
        for (int bit = 0; bit < 8; ++bit) crc = crc << 1 ^ ((crc >> 31) != 0 ? 0x04C11DB7 : 0);
    }
    return crc;
}

} // namespace adoube::rp2040
