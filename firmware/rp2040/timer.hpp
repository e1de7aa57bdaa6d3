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

/// Waits for at least so long, as the core counts; for times shorter than a few microseconds.
inline void spin_ns(std::uint32_t ns) {
    for (std::uint32_t loops = (ns * 16 + 999) / 1000; loops != 0; --loops)
        asm volatile(""); // 3 cycles at 48 MHz
}

} // namespace adoube::rp2040
