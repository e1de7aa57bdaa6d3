#pragma once
// Clocks and subsystem resets.

#include "firmware/rp2040/register.hpp"

namespace adoube::rp2040 {

inline constexpr std::uint32_t system_hz = 48'000'000;

/// 2.14.3 Subsystem resets.
enum class Block : std::uint32_t {
    adc = 1u << 0,
    dma = 1u << 2,
    i2c1 = 1u << 4,
    io_bank0 = 1u << 5,
    pads_bank0 = 1u << 8,
    pio0 = 1u << 10,
    pll_usb = 1u << 13,
    sysinfo = 1u << 19,
    timer = 1u << 21,
    uart0 = 1u << 22,
    usbctrl = 1u << 24,
};
/// Resets the block and waits until it is ready.
void reset_block(Block block);

/// System, peripherals, USB and ADC at 48 MHz from the 12 MHz crystal; TIMER and watchdog at 1 MHz. The ring
/// oscillator keeps running as the entropy source.
void start_clocks();

} // namespace adoube::rp2040
