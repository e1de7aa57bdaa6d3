#include "firmware/rp2040/clocks.hpp"

#include "firmware/rp2040/watchdog.hpp"

namespace adoube::rp2040 {

namespace {

namespace resets { // 2.14.3
constexpr Register reset{0x4000c000};
constexpr Register reset_done{0x4000c008};
} // namespace resets

namespace xosc { // 2.16.7
constexpr Register ctrl{0x40024000};
constexpr Register status{0x40024004};
constexpr Register startup{0x4002400c};
constexpr std::uint32_t range_1_to_15_mhz = 0xaa0, enable = 0xfab << 12, stable = 1u << 31;
} // namespace xosc

namespace pll_usb { // 2.18.4
constexpr Register cs{0x4002c000};
constexpr Register pwr{0x4002c004};
constexpr Register fbdiv_int{0x4002c008};
constexpr Register prim{0x4002c00c};
constexpr std::uint32_t locked = 1u << 31;
constexpr std::uint32_t power_down = 1u << 0, post_dividers_down = 1u << 3, oscillator_down = 1u << 5;
} // namespace pll_usb

namespace clocks { // 2.15.7
constexpr Register ref_ctrl{0x40008030};
constexpr Register ref_selected{0x40008038};
constexpr Register sys_ctrl{0x4000803c};
constexpr Register sys_selected{0x40008044};
constexpr Register peri_ctrl{0x40008048};
constexpr Register usb_ctrl{0x40008054};
constexpr Register adc_ctrl{0x40008060};
constexpr std::uint32_t ref_from_xosc = 2;
constexpr std::uint32_t sys_from_ref = 0, sys_from_aux = 1, sys_aux_pll_usb = 1 << 5;
constexpr std::uint32_t enable = 1u << 11; // source 0: clk_sys for clk_peri, else the PLL
} // namespace clocks

constexpr std::uint32_t crystal_mhz = 12;

void start_crystal() {
    xosc::startup.write(4 * 47); // 4 ms in 256-cycle units (2.16.3), for slow crystals
    xosc::ctrl.write(xosc::enable | xosc::range_1_to_15_mhz);
    xosc::status.await(xosc::stable);
    clocks::ref_ctrl.write(clocks::ref_from_xosc);
    clocks::ref_selected.await(1u << clocks::ref_from_xosc);
}

/// 12 MHz × 100 / (5 × 5) = 48 MHz (2.18.2).
void start_pll() {
    reset_block(Block::pll_usb);
    pll_usb::cs.write(1); // reference not divided
    pll_usb::fbdiv_int.write(100);
    pll_usb::pwr.clear(pll_usb::power_down | pll_usb::oscillator_down);
    pll_usb::cs.await(pll_usb::locked);
    pll_usb::prim.write(5 << 16 | 5 << 12);
    pll_usb::pwr.clear(pll_usb::post_dividers_down);
}

/// After a reset that left the clocks alone the processor may run from the PLL that is reset next.
void leave_pll() {
    clocks::sys_ctrl.clear(clocks::sys_from_aux);
    clocks::sys_selected.await(1u << clocks::sys_from_ref);
}

} // namespace

void reset_block(Block block) {
    const auto bit = static_cast<std::uint32_t>(block);
    resets::reset.set(bit);
    resets::reset.clear(bit);
    resets::reset_done.await(bit);
}

void start_clocks() {
    leave_pll();
    start_crystal();
    start_pll();
    clocks::sys_ctrl.write(clocks::sys_aux_pll_usb); // source before switch (2.15.3.2)
    clocks::sys_ctrl.write(clocks::sys_aux_pll_usb | clocks::sys_from_aux);
    clocks::sys_selected.await(1u << clocks::sys_from_aux);
    clocks::peri_ctrl.write(clocks::enable);
    clocks::usb_ctrl.write(clocks::enable);
    clocks::adc_ctrl.write(clocks::enable);
    watchdog::tick.write(watchdog::tick_enable | crystal_mhz); // 4.7.2
    reset_block(Block::timer);
    reset_block(Block::sysinfo);
}

} // namespace adoube::rp2040
