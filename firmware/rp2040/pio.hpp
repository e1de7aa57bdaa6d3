#pragma once
// One PIO state machine, for exact timing without the processor.

#include "firmware/rp2040/register.hpp"

#include <span>

namespace adoube::rp2040::pio {

inline constexpr std::uint32_t base = 0x50200000; // PIO0, state machine 0 (3.7)
inline constexpr Register ctrl{base + 0x000};
inline constexpr Register txf0{base + 0x010};
inline constexpr Register rxf0{base + 0x020};
inline constexpr Register sm0_clkdiv{base + 0x0c8};
inline constexpr Register sm0_execctrl{base + 0x0cc};
inline constexpr Register sm0_shiftctrl{base + 0x0d0};
inline constexpr Register sm0_instr{base + 0x0d8};
inline constexpr Register sm0_pinctrl{base + 0x0dc};
constexpr Register instr_mem(unsigned at) { return Register{base + 0x048 + 4 * at}; }

// Instructions (3.4), one cycle each.
using Instruction = std::uint16_t;
enum class Out : std::uint8_t { pins = 0, x = 1, pindirs = 4, isr = 6 };
constexpr Instruction out(Out to, unsigned bits) {
    return static_cast<Instruction>(0x6000 | static_cast<unsigned>(to) << 5 | bits);
}
/// Jumps unless X is 0, then decrements X.
constexpr Instruction jmp_x_dec(unsigned to) { return static_cast<Instruction>(0x0040 | to); }
inline constexpr Instruction pull_block = 0x80a0;    // waits for the next word
inline constexpr Instruction push_block = 0x8020;    // pushes ISR
inline constexpr Instruction in_all_pins = 0x4000;   // IN PINS, 32: as they are numbered
inline constexpr Instruction mov_osr_ones = 0xa0eb;  // MOV OSR, ~NULL
inline constexpr Instruction mov_pins_ones = 0xa00b; // MOV PINS, ~NULL
inline constexpr Instruction mov_pins_zero = 0xa003; // MOV PINS, NULL
/// Adds at most 31 cycles of delay.
constexpr Instruction then_wait(Instruction instruction, unsigned cycles) {
    return static_cast<Instruction>(instruction | cycles << 8);
}

enum class Idle : bool { released, high };

/// Loops this program (at most 32 instructions); a PIO cycle takes `divider` system cycles. Its outputs are
/// `pins` pins from `first_pin`: initially high, or not driven and low.
void start(std::span<const Instruction> program, std::uint32_t divider, unsigned first_pin, unsigned pins,
           Idle idle);

} // namespace adoube::rp2040::pio
