#pragma once
// CRC-32/ISO-HDLC, the one of Ethernet and zlib: polynomial 0x04C11DB7 reflected, start and final XOR
// 0xFFFFFFFF. Check value: crc32("123456789") = 0xCBF43926.

#include <array>
#include <cstdint>
#include <span>

namespace adoube::wire {

namespace detail {
/// One entry per nibble: 64 bytes of flash instead of 1,024, for two steps a byte.
consteval std::array<std::uint32_t, 16> crc32_nibbles() {
    std::array<std::uint32_t, 16> table{};
    for (std::uint32_t nibble = 0; nibble < 16; ++nibble) {
        std::uint32_t rest = nibble;
        for (int bit = 0; bit < 4; ++bit) rest = (rest >> 1) ^ ((rest & 1) ? 0xEDB88320u : 0u);
        table[nibble] = rest;
    }
    return table;
}
inline constexpr auto crc32_table = crc32_nibbles();
} // namespace detail

constexpr std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
    std::uint32_t rest = 0xFFFFFFFFu;
    for (const std::uint8_t byte : bytes) {
        rest ^= byte;
        rest = (rest >> 4) ^ detail::crc32_table[rest & 15];
        rest = (rest >> 4) ^ detail::crc32_table[rest & 15];
    }
    return rest ^ 0xFFFFFFFFu;
}

} // namespace adoube::wire
