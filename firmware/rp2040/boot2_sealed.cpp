// The second boot stage with its CRC.

#include "firmware/rp2040/second_stage.hpp"

#include <array>

namespace {

using namespace adoube::rp2040;

constexpr std::uint8_t code[] = {
#include "boot2_bytes.inc"
};
static_assert(sizeof code <= second_stage_crc_at, "the second boot stage and its CRC fit into 256 bytes");

constexpr auto sealed = [] {
    std::array<std::uint8_t, second_stage_size> block{};
    for (std::size_t at = 0; at < sizeof code; ++at) block[at] = code[at];
    const std::uint32_t crc = second_stage_crc(std::span(block).first<second_stage_crc_at>());
    for (std::size_t byte = 0; byte < 4; ++byte)
        block[second_stage_crc_at + byte] = static_cast<std::uint8_t>(crc >> (8 * byte));
    return block;
}();

} // namespace

extern "C" [[gnu::section(".boot2_sealed"), gnu::used]] const std::array<std::uint8_t, second_stage_size>
    boot2 = sealed;
