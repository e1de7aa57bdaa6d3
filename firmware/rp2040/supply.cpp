#include "firmware/rp2040/supply.hpp"

#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/gpio.hpp"

namespace adoube::rp2040 {

namespace {
namespace adc { // 4.9.6
constexpr Register cs{0x4004c000};
constexpr Register result{0x4004c004};
constexpr std::uint32_t cs_enable = 1 << 0, cs_start_once = 1 << 2, cs_ready = 1 << 8;
constexpr std::uint32_t cs_gp29 = 3 << 12;
} // namespace adc

constexpr std::uint32_t reference_mv = 3'300, steps = 4'096;
} // namespace

void start_supply_meter() {
    reset_block(Block::adc);
    configure_analog(pin(29));
    adc::cs.write(adc::cs_enable | adc::cs_gp29);
    adc::cs.await(adc::cs_ready);
}

std::uint16_t measure_supply_mv() {
    adc::cs.set(adc::cs_start_once);
    adc::cs.await(adc::cs_ready);
    return static_cast<std::uint16_t>(adc::result.read() * 3 * reference_mv / steps);
}

} // namespace adoube::rp2040
