#pragma once
// Time since the start, and a beat to scan by.

#include "firmware/rp2040/interrupts.hpp"

namespace adoube::rp2040 {

/// Microseconds since the clocks were started.
std::uint64_t now_us();

/// Due once in every interval, and ends the sleep then; at most one in the program (alarm 0). Where one was
/// missed the next is due an interval after the late one.
class Beat {
  public:
    void start(std::uint32_t interval_us);
    /// From the next one on.
    void set_interval(std::uint32_t interval_us) { interval_us_ = interval_us; }
    /// True once for each.
    bool due();

  private:
    void wake_at(std::uint64_t time_us);
    std::uint64_t next_us_ = 0;
    std::uint32_t interval_us_ = 0;
};

/// Waits for at least so long, as the core counts; for times shorter than a few microseconds, and not 0. The
/// loop is out of the compiler's sight, which would unroll a short one into nothing.
inline void spin_ns(std::uint32_t ns) {
    std::uint32_t loops = (ns * 16 + 999) / 1000; // of 3 cycles at 48 MHz
    asm volatile("1: sub %0, #1\n bne 1b" : "+l"(loops) : : "cc");
}

} // namespace adoube::rp2040
