#include "firmware/boards/pico-hall/sensors.hpp"

#include "firmware/boards/pico-hall/pins.hpp"
#include "firmware/rp2040/adc.hpp"
#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/dma.hpp"
#include "firmware/rp2040/interrupts.hpp"
#include "firmware/rp2040/pio.hpp"

#include <iterator>

namespace adoube::pico_hall {

using namespace rp2040;

namespace {

// A look: pins in bits 0-7, settling µs minus one in 8-15, ADC CS value in 16-31.

/// Five time constants of an open input (100 pF, 22 kΩ), which must reach the rail, not half its neighbour's
/// level. Sensors settle much faster.
constexpr std::uint32_t settle_us = 12;
constexpr std::uint32_t settled_us = 1;

constexpr std::uint32_t look(std::uint32_t pins, std::uint32_t for_us, unsigned channel) {
    return pins | (for_us - 1) << 8 | (adc::cs_enable | adc::cs_start_once | adc::cs_channel(channel)) << 16;
}

/// Both converter inputs settle at once, on square n and n + 32: a pair of looks.
constexpr unsigned pairs = wire::square_count / 2;
/// a1-h2 are inputs 0-15 of the first multiplexer, and so on; enables are active low.
constexpr std::uint32_t pins_of_pair(unsigned pair) {
    const unsigned multiplexer = pair / 16, input = pair % 16;
    return input | (0xfu & ~(0b101u << multiplexer)) << 4;
}
constexpr std::uint32_t no_multiplexer = 0xff;

std::array<std::uint32_t, wire::square_count + 1> looks; // made at the start: shorter than the table in flash

void make_looks() {
    for (unsigned pair = 0; pair < pairs; ++pair) {
        looks[2 * pair] = look(pins_of_pair(pair), settle_us, 0);
        looks[2 * pair + 1] = look(pins_of_pair(pair), settled_us, 1);
    }
    looks[wire::square_count] = look(no_multiplexer, settled_us, supply_adc_channel);
}

constexpr std::uint32_t pio_hz = 8'000'000;

constexpr pio::Instruction program[] = {
    pio::pull_block,
    pio::out(pio::Out::pins, selects),
    pio::out(pio::Out::x, 8),
    pio::then_wait(pio::jmp_x_dec(3), 7), // loops, 1 µs per round
    pio::out(pio::Out::isr, 16),
    pio::then_wait(pio::push_block, 23), // 3 µs, of which the conversion takes 2
};
static_assert(pairs * (1 + settle_us + 3) + (pairs + 1) * (1 + settled_us + 3) <= scan_us);

constexpr DmaChannel to_pio{0}, to_adc{1}, to_memory{2};

struct {
    bool on = false;
    std::uint64_t since_us = 0;
} power;
/// By turns, so that what was read stays while the next scan is under way. In the order of the looks.
constinit Readings taken[2];
static_assert(sizeof(firmware::LevelPairs) == 2 * wire::square_count && sizeof(Readings) == 132);
unsigned latest = 0;

} // namespace

extern "C" void on_dma_0() { dma::ints0.write(to_memory.bit()); } // only ends the sleep

void start_sensors() {
    make_looks();
    configure(steady_supply, Function::sio, Pull::none);
    drive_high(steady_supply);
    configure(sensor_power, Function::sio, Pull::none);
    drive_low(sensor_power);
    reset_block(Block::adc);
    configure_analog(sensors | supply_sense);
    adc::cs.write(adc::cs_enable);
    adc::cs.await(adc::cs_ready);
    adc::fcs.write(adc::fcs_enable | adc::fcs_dma | adc::fcs_threshold_1);

    reset_block(Block::dma);
    constexpr std::uint32_t count = std::size(looks);
    to_pio.configure(dma::Pace::pio0_tx0, dma::Size::word, dma::Moves::source, count);
    to_pio.to(pio::txf0.address());
    to_adc.configure(dma::Pace::pio0_rx0, dma::Size::word, dma::Moves::nothing, count);
    to_adc.from(pio::rxf0.address());
    to_adc.to(adc::cs.address());
    to_memory.configure(dma::Pace::adc, dma::Size::half_word, dma::Moves::target, count);
    to_memory.from(adc::fifo.address());
    dma::inte0.write(to_memory.bit());
    enable_interrupt(Irq::dma_0);

    configure(rp2040::pins(first_select, selects), Function::pio0, Pull::none);
    pio::start(program, system_hz / pio_hz, first_select, selects, pio::Idle::high);
}

bool power_sensors(bool on, std::uint64_t now_us) {
    // Sensors start in 330 µs (DRV5055), regulators in less than 5 ms; then the wires' capacitors.
    constexpr std::uint64_t steady_after_us = 20'000;
    if (on != power.on) {
        power = {on, now_us};
        on ? drive_high(sensor_power) : drive_low(sensor_power);
    }
    return on && now_us - power.since_us >= steady_after_us;
}

void begin_scan() {
    to_pio.from(address_of(looks.data()));
    to_memory.to(address_of(&taken[latest ^ 1]));
    dma::multi_chan_trigger.write(to_memory.bit() | to_adc.bit() | to_pio.bit());
}

bool scanning() { return to_memory.busy(); }

void take_readings() {
    asm volatile("" ::: "memory"); // the DMA wrote them
    latest ^= 1;
}

const Readings& readings() { return taken[latest]; }

} // namespace adoube::pico_hall
