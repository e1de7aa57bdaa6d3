#include "firmware/rp2040/pio.hpp"

#include "firmware/rp2040/clocks.hpp"

namespace adoube::rp2040::pio {

void start(std::span<const Instruction> program, std::uint32_t divider, unsigned first_pin, unsigned pins,
           Idle idle) {
    constexpr std::uint32_t shift_right = 1 << 19 | 1 << 18;
    reset_block(Block::pio0);
    for (unsigned at = 0; at < program.size(); ++at) instr_mem(at).write(program[at]);
    sm0_execctrl.write(static_cast<std::uint32_t>(program.size() - 1) << 12); // wraps to 0
    sm0_shiftctrl.write(shift_right);
    sm0_pinctrl.write(pins << 20 | first_pin);
    if (idle == Idle::high) {
        sm0_instr.write(mov_pins_ones);
        sm0_instr.write(mov_osr_ones);
        sm0_instr.write(out(Out::pindirs, pins));
    }
    sm0_clkdiv.write(divider << 16);
    ctrl.write(1);
}

} // namespace adoube::rp2040::pio
