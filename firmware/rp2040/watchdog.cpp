#include "firmware/rp2040/watchdog.hpp"

#include <utility>

namespace adoube::rp2040 {

namespace {
constexpr Register psm_wdsel{0x40010008};  // 2.13.5 Power-on state machine
constexpr Register chip_reset{0x40064008}; // 2.10.6; chip-level resets: 2.12
constexpr std::uint32_t had_psm_restart = 1u << 20, had_run = 1u << 16;

/// All but the two oscillators, bits 0 and 1.
constexpr std::uint32_t all_but_oscillators = 0x0001fffc;

/// In scratch0 while the firmware runs and no reset was asked for. Not during the loader, which also leaves
/// by the watchdog.
constexpr std::uint32_t unasked_mark = 0xad0b0a5c;

/// The chip cannot tell brown-out from power-on, but RAM survives only a brown-out.
[[gnu::section(".kept")]] std::uint32_t alive[4];
constexpr std::uint32_t alive_mark[4] = {0x5a17c0de, 0x0b57ac1e, 0xfeedface, 0xca55e77e};

bool was_alive() {
    bool before = true;
    for (unsigned at = 0; at < 4; ++at) before &= std::exchange(alive[at], alive_mark[at]) == alive_mark[at];
    return before;
}

wire::ResetCause take_reset_cause() {
    const bool alive_before = was_alive();
    const bool unasked = watchdog::scratch0.read() == unasked_mark;
    watchdog::scratch0.write(unasked_mark);
    if (watchdog::reason.read() != 0) return unasked ? wire::ResetCause::watchdog : wire::ResetCause::asked;
    if ((chip_reset.read() & (had_run | had_psm_restart)) != 0) return wire::ResetCause::asked;
    return alive_before ? wire::ResetCause::brown_out : wire::ResetCause::power_on;
}
} // namespace

void keep_fault(Fault fault) {
    watchdog::scratch1.write(fault.at);
    watchdog::scratch2.write(fault.called_by);
}

Restart take_restart() {
    Restart restart{take_reset_cause(), {watchdog::scratch1.read(), watchdog::scratch2.read()}};
    if (restart.cause != wire::ResetCause::watchdog) restart.fault = {}; // the loader uses them too
    keep_fault({});
    return restart;
}

// The counter decrements twice per tick (erratum RP2040-E1).
void feed_watchdog(std::uint32_t patience_us) { watchdog::load.write(2 * patience_us); }

void start_watchdog(std::uint32_t patience_us) {
    watchdog::ctrl.clear(watchdog::ctrl_enable);
    psm_wdsel.write(all_but_oscillators);
    feed_watchdog(patience_us);
    watchdog::ctrl.set(watchdog::ctrl_enable);
}

void reset_now(bool asked) {
    watchdog::scratch0.write(asked ? 0 : unasked_mark);
    psm_wdsel.write(all_but_oscillators);
    watchdog::ctrl.set(watchdog::ctrl_trigger);
    for (;;) {
    }
}

} // namespace adoube::rp2040
