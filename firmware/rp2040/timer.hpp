#pragma once
// Time since boot, and the beat that paces scans.

#include "firmware/rp2040/interrupts.hpp"

namespace adoube::rp2040 {

/// Microseconds since start_clocks().
std::uint64_t now_us();

/// Due once per interval; ends the sleep. One instance only (alarm 0). After a missed beat the next is due an
/// interval after the late one.
class Beat {
  public:
    void start(std::uint32_t interval_us);
    /// From the next beat.
    void set_interval(std::uint32_t interval_us) { interval_us_ = interval_us; }
    /// True once per beat.
    bool due();

  private:
    void wake_at(std::uint64_t time_us);
    std::uint64_t next_us_ = 0;
    std::uint32_t interval_us_ = 0;
};

/// Spins for at least `ns` (not 0; at most a few microseconds). Assembly: the compiler would unroll a short
/// loop into nothing.
inline void spin_ns(std::uint32_t ns) {
    std::uint32_t loops = (ns * 16 + 999) / 1000; // of 3 cycles at 48 MHz
    asm volatile("1: sub %0, #1\n bne 1b" : "+l"(loops) : : "cc");
}

} // namespace adoube::rp2040
