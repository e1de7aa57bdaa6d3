#include "firmware/rp2040/timer.hpp"

namespace adoube::rp2040 {

namespace {
namespace timer { // 4.6.5
constexpr Register alarm0{0x40054010};
constexpr Register timerawh{0x40054024};
constexpr Register timerawl{0x40054028};
constexpr Register intr{0x40054034};
constexpr Register inte{0x40054038};
constexpr std::uint32_t alarm_0 = 1;
} // namespace timer

/// Of a time within half an hour of now, by its low word.
bool has_come(std::uint64_t time_us) {
    return static_cast<std::int32_t>(timer::timerawl.read() - static_cast<std::uint32_t>(time_us)) >= 0;
}
} // namespace

std::uint64_t now_us() {
    for (std::uint32_t high = timer::timerawh.read();;) {
        const std::uint32_t low = timer::timerawl.read();
        const std::uint32_t high_now = timer::timerawh.read();
        if (high_now == high) return std::uint64_t{high} << 32 | low;
        high = high_now;
    }
}

void Beat::start(std::uint32_t interval_us) {
    interval_us_ = interval_us;
    next_us_ = now_us() + interval_us;
    timer::inte.set(timer::alarm_0);
    enable_interrupt(Irq::timer_0);
    wake_at(next_us_);
}

bool Beat::due() {
    if (!has_come(next_us_)) return false;
    next_us_ += interval_us_;
    if (has_come(next_us_)) next_us_ = now_us() + interval_us_;
    wake_at(next_us_);
    return true;
}

void Beat::wake_at(std::uint64_t time_us) {
    timer::alarm0.write(static_cast<std::uint32_t>(time_us)); // fires only when the low word is equal
    if (has_come(time_us)) stay_awake();
}

extern "C" void on_timer_0() { timer::intr.write(timer::alarm_0); }

} // namespace adoube::rp2040
