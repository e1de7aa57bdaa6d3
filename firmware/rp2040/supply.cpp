#include "firmware/rp2040/supply.hpp"

#include "firmware/rp2040/adc.hpp"
#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/gpio.hpp"

namespace adoube::rp2040 {

namespace {
constexpr std::uint32_t supply_input = adc::cs_channel(3); // GP29
} // namespace

void start_supply_meter() {
    reset_block(Block::adc);
    configure_analog(pin(29));
    adc::cs.write(adc::cs_enable | supply_input);
    adc::cs.await(adc::cs_ready);
}

std::uint16_t measure_supply_mv() {
    adc::cs.set(adc::cs_start_once);
    adc::cs.await(adc::cs_ready);
    return static_cast<std::uint16_t>(adc::result.read() * 3 * adc::reference_mv / adc::steps);
}

} // namespace adoube::rp2040
