#include "firmware/rp2040/uart.hpp"

#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/gpio.hpp"
#include "firmware/rp2040/interrupts.hpp"

#include <algorithm>
#include <atomic>

namespace adoube::rp2040 {

namespace {

namespace uart0 { // 4.2.8, an ARM PL011
constexpr std::uint32_t base = 0x40034000;
constexpr Register dr{base + 0x00};
constexpr Register fr{base + 0x18};
constexpr Register ibrd{base + 0x24};
constexpr Register fbrd{base + 0x28};
constexpr Register lcr_h{base + 0x2c};
constexpr Register cr{base + 0x30};
constexpr Register ifls{base + 0x34};
constexpr Register imsc{base + 0x38};
constexpr std::uint32_t fr_tx_full = 1 << 5, fr_rx_empty = 1 << 4, fr_busy = 1 << 3;
constexpr std::uint32_t dr_errors = 0xf00;
constexpr std::uint32_t lcr_8_bits = 3 << 5, lcr_fifos = 1 << 4;
constexpr std::uint32_t cr_receive = 1 << 9, cr_transmit = 1 << 8, cr_enable = 1;
constexpr std::uint32_t rx_at_quarter = 1 << 3, tx_at_quarter = 1;
constexpr std::uint32_t int_rx_timeout = 1 << 6, int_tx = 1 << 5, int_rx = 1 << 4;
} // namespace uart0

/// clk_peri / (16 × baud), in 64ths (4.2.7.1).
constexpr std::uint32_t divisor_64ths = (system_hz * 4 + uart_baud / 2) / uart_baud;

// Only the interrupt handler moves the UART's data. Each index has one writer.
constexpr std::size_t incoming_size = 512; // 44 ms at full speed
std::array<std::uint8_t, incoming_size> incoming;
std::atomic<std::uint32_t> came, taken;
std::array<std::uint8_t, UartLine::largest> outgoing;
std::atomic<std::uint32_t> to_send, gone;

void drain_receiver() {
    while ((uart0::fr.read() & uart0::fr_rx_empty) == 0) {
        const std::uint32_t data = uart0::dr.read();
        const std::uint32_t at = came.load(std::memory_order_relaxed);
        // Drops bytes with errors or without room: the frame's checksum will fail.
        if ((data & uart0::dr_errors) != 0 || at - taken.load(std::memory_order_relaxed) == incoming_size)
            continue;
        incoming[at % incoming_size] = static_cast<std::uint8_t>(data);
        came.store(at + 1, std::memory_order_release);
    }
}

/// Keeps the interrupt enabled while bytes are left.
void fill_transmitter() {
    std::uint32_t at = gone.load(std::memory_order_relaxed);
    const std::uint32_t end = to_send.load(std::memory_order_acquire);
    while (at != end && (uart0::fr.read() & uart0::fr_tx_full) == 0)
        uart0::dr.write(outgoing[at++ % outgoing.size()]);
    gone.store(at, std::memory_order_release);
    if (at != end)
        uart0::imsc.set(uart0::int_tx);
    else
        uart0::imsc.clear(uart0::int_tx);
}

} // namespace

extern "C" void on_uart0() {
    drain_receiver();
    fill_transmitter();
}

void UartLine::start() {
    reset_block(Block::uart0);
    configure(pins(0, 2), Function::uart, Pull::up); // an open RX is idle, not a break
    uart0::ibrd.write(divisor_64ths / 64);
    uart0::fbrd.write(divisor_64ths % 64);
    uart0::lcr_h.write(uart0::lcr_8_bits | uart0::lcr_fifos); // also latches the divisor
    uart0::ifls.write(uart0::rx_at_quarter | uart0::tx_at_quarter);
    uart0::cr.write(uart0::cr_receive | uart0::cr_transmit | uart0::cr_enable);
    uart0::imsc.write(uart0::int_rx | uart0::int_rx_timeout);
    enable_interrupt(Irq::uart0);
}

std::size_t UartLine::receive(std::span<std::uint8_t> room) {
    std::uint32_t at = taken.load(std::memory_order_relaxed);
    const std::uint32_t end = came.load(std::memory_order_acquire);
    std::size_t count = 0;
    while (at != end && count < room.size()) room[count++] = incoming[at++ % incoming_size];
    taken.store(at, std::memory_order_release);
    return count;
}

bool UartLine::can_send() const {
    return gone.load(std::memory_order_acquire) == to_send.load(std::memory_order_relaxed);
}

void UartLine::send(std::span<const std::uint8_t> bytes) {
    std::uint32_t at = to_send.load(std::memory_order_relaxed);
    for (const std::uint8_t byte : bytes) outgoing[at++ % outgoing.size()] = byte;
    to_send.store(at, std::memory_order_release);
    pend_interrupt(Irq::uart0);
}

bool UartLine::sent() const { return can_send() && (uart0::fr.read() & uart0::fr_busy) == 0; }

} // namespace adoube::rp2040
