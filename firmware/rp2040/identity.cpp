#include "firmware/rp2040/identity.hpp"

#include "firmware/rp2040/register.hpp"
#include "firmware/rp2040/rom.hpp"
#include "firmware/rp2040/timer.hpp"

namespace adoube::rp2040 {

namespace {

/// One SplitMix64 step (Steele, Lea, Flood 2014).
constexpr std::uint64_t mix(std::uint64_t state) {
    state += 0x9e3779b97f4a7c15;
    state = (state ^ state >> 30) * 0xbf58476d1ce4e5b9;
    state = (state ^ state >> 27) * 0x94d049bb133111eb;
    return state ^ state >> 31;
}

/// The random bit is biased and correlated (2.17.5): many bits are mixed into few.
std::uint64_t draw() {
    constexpr Register rosc_randombit{0x4006001c}; // 2.17.8
    std::uint64_t drawn = now_us();
    for (int word = 0; word < 16; ++word) {
        for (int bit = 0; bit < 64; ++bit) drawn = (drawn << 1 | drawn >> 63) ^ (rosc_randombit.read() & 1);
        drawn = mix(drawn);
    }
    return drawn;
}

} // namespace

std::uint64_t board_id() {
    const std::uint64_t id = read_flash_id();
    return id == 0 || id == ~std::uint64_t{0} ? draw() : id;
}

std::uint8_t chip_revision() {
    constexpr Register chip_id{0x40000000}; // 2.20.2
    return static_cast<std::uint8_t>(chip_id.read() >> 28);
}

std::uint32_t draw_boot_id() { return static_cast<std::uint32_t>(draw()); }

} // namespace adoube::rp2040
