#include "firmware/rp2040/clock_jack.hpp"

#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/interrupts.hpp"
#include "firmware/rp2040/timer.hpp"

namespace adoube::rp2040 {

namespace {

namespace i2c1 { // 4.3.17, a Synopsys DW_apb_i2c
constexpr std::uint32_t base = 0x40048000;
constexpr Register con{base + 0x00};
constexpr Register sar{base + 0x08};
constexpr Register data_cmd{base + 0x10};
constexpr Register intr_stat{base + 0x2c};
constexpr Register intr_mask{base + 0x30};
constexpr Register rx_tl{base + 0x38};
constexpr Register clr_rd_req{base + 0x50};
constexpr Register clr_stop_det{base + 0x60};
constexpr Register enable{base + 0x6c};
constexpr Register rxflr{base + 0x78};
constexpr std::uint32_t con_restart = 1 << 5, con_standard_speed = 1 << 1;
constexpr std::uint32_t first_byte = 1 << 11;
constexpr std::uint32_t int_stop_det = 1 << 9, int_rd_req = 1 << 5, int_rx_full = 1 << 2;
} // namespace i2c1

constexpr std::uint32_t our_address = 0x10;
/// Of 16 bytes of room: the rest is 0.7 ms at 100 kHz.
constexpr std::uint32_t interrupt_at = 8;

using Bytes = decltype(wire::ClockSaid::bytes);
Bytes coming;
wire::ClockSaid said; // no bytes: taken

} // namespace

extern "C" void on_i2c1() {
    const std::uint32_t pending = i2c1::intr_stat.read();
    while (i2c1::rxflr.read() != 0) {
        const std::uint32_t data = i2c1::data_cmd.read();
        if ((data & i2c1::first_byte) != 0) coming.count = 0;
        if (!coming.full()) coming.items[coming.count++] = static_cast<std::uint8_t>(data);
    }
    if ((pending & i2c1::int_rd_req) != 0) { // noise turned a write into a read, which holds the bus
        i2c1::clr_rd_req.read();
        i2c1::data_cmd.write(0);
    }
    if ((pending & i2c1::int_stop_det) != 0) {
        i2c1::clr_stop_det.read();
        if (coming.count != 0) said.time_us = now_us(), said.bytes = coming;
        coming.count = 0;
    }
}

void start_clock_jack(Pins pins) {
    reset_block(Block::i2c1);
    configure(pins, Function::i2c, Pull::up);
    i2c1::con.write(i2c1::con_restart | i2c1::con_standard_speed);
    i2c1::sar.write(our_address); // general calls are acknowledged after a reset (4.3.17, IC_ACK_GENERAL_CALL)
    i2c1::rx_tl.write(interrupt_at - 1);
    i2c1::intr_mask.write(i2c1::int_stop_det | i2c1::int_rd_req | i2c1::int_rx_full);
    i2c1::enable.write(1);
    enable_interrupt(Irq::i2c1);
}

std::optional<wire::ClockSaid> take_clock_said() {
    if (said.bytes.count == 0) return std::nullopt;
    disable_interrupt(Irq::i2c1);
    const wire::ClockSaid taken = said;
    said.bytes.count = 0;
    enable_interrupt(Irq::i2c1);
    return taken;
}

} // namespace adoube::rp2040
