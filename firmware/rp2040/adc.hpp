#pragma once
// The ADC: 12 bits, 2 µs per conversion. Channels 0-3 are GP26-29.

#include "firmware/rp2040/register.hpp"

namespace adoube::rp2040::adc { // 4.9.6

inline constexpr Register cs{0x4004c000};
inline constexpr Register result{0x4004c004};
inline constexpr Register fcs{0x4004c008};
inline constexpr Register fifo{0x4004c00c};

inline constexpr std::uint32_t reference_mv = 3'300, steps = 4'096;

inline constexpr std::uint32_t cs_enable = 1 << 0, cs_start_once = 1 << 2, cs_ready = 1 << 8;
constexpr std::uint32_t cs_channel(unsigned channel) { return channel << 12; }
/// Each result in the FIFO requests a DMA transfer.
inline constexpr std::uint32_t fcs_enable = 1 << 0, fcs_dma = 1 << 3, fcs_threshold_1 = 1 << 24;

} // namespace adoube::rp2040::adc
