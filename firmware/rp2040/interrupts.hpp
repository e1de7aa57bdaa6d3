#pragma once
// Interrupts and sleep. Handlers are functions named in image_start.S.

#include "firmware/rp2040/register.hpp"

namespace adoube::rp2040 {

/// Those that the boards use (2.3.2).
enum class Irq : std::uint8_t { timer_0 = 0, usbctrl = 5, dma_0 = 11, uart0 = 20, adc_fifo = 22, i2c1 = 24 };

inline void enable_interrupt(Irq irq) {
    constexpr Register nvic_iser{0xe000e100}; // 2.4.8
    nvic_iser.write(1u << static_cast<unsigned>(irq));
}

/// Once this returns, the handler no longer runs.
inline void disable_interrupt(Irq irq) {
    constexpr Register nvic_icer{0xe000e180}; // 2.4.8
    nvic_icer.write(1u << static_cast<unsigned>(irq));
    asm volatile("dsb\n isb" ::: "memory");
}

inline void pend_interrupt(Irq irq) {
    constexpr Register nvic_ispr{0xe000e200}; // 2.4.8
    nvic_ispr.write(1u << static_cast<unsigned>(irq));
}

/// Returns after the next interrupt, or at once if one came since the last return. A handler's return sets
/// the event register, so no interrupt is lost between a check for work and the sleep; `sev; wfe` clears it
/// again.
inline void sleep_until_interrupt() { asm volatile("wfe\n sev\n wfe" ::: "memory"); }
/// Makes the next sleep return at once.
inline void stay_awake() { asm volatile("sev" ::: "memory"); }

} // namespace adoube::rp2040
