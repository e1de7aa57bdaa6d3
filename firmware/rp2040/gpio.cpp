#include "firmware/rp2040/gpio.hpp"

#include "firmware/rp2040/clocks.hpp"

#include <bit>

namespace adoube::rp2040 {

namespace {
constexpr Register gpio_ctrl(unsigned number) {
    return Register{0x40014004 + 8 * number};
} // 2.19.6.1 IO_BANK0
constexpr Register pad(unsigned number) { return Register{0x4001c004 + 4 * number}; } // 2.19.6.3 PADS_BANK0
constexpr std::uint32_t pad_output_disable = 1 << 7, pad_input_enable = 1 << 6, pad_drive_4_ma = 1 << 4,
                        pad_pull_up = 1 << 3, pad_pull_down = 1 << 2, pad_schmitt = 1 << 1;

constexpr std::uint32_t bits_of(Pull pull) {
    return pull == Pull::up ? pad_pull_up : pull == Pull::down ? pad_pull_down : 0;
}

template<class Act>
void for_each_pin(Pins set, Act&& act) {
    for (; set != 0; set &= set - 1) act(static_cast<unsigned>(std::countr_zero(set)));
}
} // namespace

void start_gpio() {
    reset_block(Block::io_bank0);
    reset_block(Block::pads_bank0);
}

void configure(Pins set, Function function, Pull pull) {
    release(set);
    for_each_pin(set, [&](unsigned number) {
        pad(number).write(pad_input_enable | pad_drive_4_ma | pad_schmitt | bits_of(pull));
        gpio_ctrl(number).write(static_cast<std::uint32_t>(function));
    });
}

void set_pull(Pins set, Pull pull) {
    for_each_pin(set, [&](unsigned number) {
        pad(number).write(pad_input_enable | pad_drive_4_ma | pad_schmitt | bits_of(pull));
    });
}

void configure_analog(Pins set) {
    for_each_pin(set, [](unsigned number) {
        gpio_ctrl(number).write(static_cast<std::uint32_t>(Function::none));
        pad(number).write(pad_output_disable);
    });
}

} // namespace adoube::rp2040
