#pragma once
// The watchdog, deliberate resets, and the cause of the last reset.

#include "firmware/rp2040/register.hpp"
#include "protocol/messages.hpp"

namespace adoube::rp2040 {

namespace watchdog { // 4.7.6
inline constexpr std::uint32_t base = 0x40058000;
inline constexpr Register ctrl{base + 0x00};
inline constexpr Register load{base + 0x04};
inline constexpr Register reason{base + 0x08};                          // 0 after any other reset
inline constexpr Register scratch0{base + 0x0c};                        // survives only a watchdog reset
inline constexpr Register scratch1{base + 0x10}, scratch2{base + 0x14}; // likewise
inline constexpr Register tick{base + 0x2c};
inline constexpr std::uint32_t ctrl_trigger = 1u << 31, ctrl_enable = 1u << 30;
inline constexpr std::uint32_t tick_enable = 1u << 9;
} // namespace watchdog

/// Where the core stopped, and where the function that it was in returns to.
struct Fault {
    std::uint32_t at = 0, called_by = 0;
};
/// For the next boot, after a reset_now().
void keep_fault(Fault fault);

struct Restart {
    wire::ResetCause cause;
    Fault fault; // all 0: none
};
/// Call once, at the start: leaves the marks that the next boot reads.
Restart take_restart();

/// Resets all but the oscillators unless fed within `patience_us`, at most 8 s.
void start_watchdog(std::uint32_t patience_us);
void feed_watchdog(std::uint32_t patience_us);

/// `asked`: from outside; else the next boot reports a watchdog reset.
[[noreturn]] void reset_now(bool asked);

} // namespace adoube::rp2040
