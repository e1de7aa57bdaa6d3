#pragma once
// The watchdog, resets of our own making, and why the chip was last reset.

#include "firmware/rp2040/register.hpp"
#include "protocol/messages.hpp"

namespace adoube::rp2040 {

namespace watchdog { // 4.7.6
inline constexpr std::uint32_t base = 0x40058000;
inline constexpr Register ctrl{base + 0x00};
inline constexpr Register load{base + 0x04};
inline constexpr Register reason{base + 0x08};   // zero after any other reset
inline constexpr Register scratch0{base + 0x0c}; // outlives a reset by the watchdog, and no other
inline constexpr Register tick{base + 0x2c};
inline constexpr std::uint32_t ctrl_trigger = 1u << 31, ctrl_enable = 1u << 30;
inline constexpr std::uint32_t tick_enable = 1u << 9;
} // namespace watchdog

/// To be asked once, at the start: leaves the traces that the next one will look for.
wire::ResetCause take_reset_cause();

/// From now on the chip is reset, all but its oscillators, when feed_watchdog is not called for so long; at
/// most 8 s.
void start_watchdog(std::uint32_t patience_us);
void feed_watchdog(std::uint32_t patience_us);

/// `asked`: by somebody outside; otherwise the cause is told as the watchdog's.
[[noreturn]] void reset_now(bool asked);

} // namespace adoube::rp2040
