// The second boot stage with the CRC by which the boot ROM knows it (RP2040 data sheet, 2.8.1.3.1).

#include <array>
#include <cstddef>
#include <cstdint>

namespace {

constexpr std::uint8_t code[] = {
#include "boot2_bytes.inc"
};
static_assert(sizeof code <= 252, "the second boot stage and its CRC fit into 256 bytes");

constexpr auto sealed = [] {
    std::array<std::uint8_t, 256> block{};
    for (std::size_t at = 0; at < sizeof code; ++at) block[at] = code[at];
    // CRC-32/MPEG-2: polynomial 0x04C11DB7, start 0xFFFFFFFF, neither reflected nor inverted.
    std::uint32_t crc = 0xFFFFFFFF;
    for (std::size_t at = 0; at < 252; ++at) {
        crc ^= std::uint32_t{block[at]} << 24;
        for (int bit = 0; bit < 8; ++bit) crc = crc << 1 ^ ((crc >> 31) != 0 ? 0x04C11DB7 : 0);
    }
    for (std::size_t byte = 0; byte < 4; ++byte)
        block[252 + byte] = static_cast<std::uint8_t>(crc >> (8 * byte));
    return block;
}();

} // namespace

extern "C" [[gnu::section(".boot2_sealed"), gnu::used]] const std::array<std::uint8_t, 256> boot2 = sealed;
