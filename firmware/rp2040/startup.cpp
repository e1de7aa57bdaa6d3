// Copies the image from flash into RAM and runs the board's run_board.

#include "firmware/rp2040/register.hpp"
#include "firmware/rp2040/watchdog.hpp"

#include <cstring>

extern "C" {
extern std::uint32_t flash_vectors[48], ram_vectors[48];
extern std::uint32_t ram_image[], ram_image_end[], ram_image_in_flash[], bss[], bss_end[];

[[noreturn]] void run_board();

/// In the order in which the core stacks them.
struct Stopped {
    std::uint32_t r0, r1, r2, r3, r12, link, at, status;
};
[[noreturn]] void stop_at(const Stopped& stopped) {
    adoube::rp2040::keep_fault({stopped.at, stopped.link});
    adoube::rp2040::reset_now(false);
}

/// Runs from flash; may call code in RAM only after the copy.
[[noreturn, gnu::section(".startup"), gnu::optimize("no-tree-loop-distribute-patterns")]] void on_reset() {
    using adoube::rp2040::Register;
    constexpr Register vtor{0xe000ed08}; // 2.4.8
    const std::uint32_t* from = ram_image_in_flash;
    for (std::uint32_t* to = ram_image; to != ram_image_end;) *to++ = *from++;
    for (std::uint32_t* to = bss; to != bss_end;) *to++ = 0;
    for (int at = 0; at < 48; ++at) ram_vectors[at] = flash_vectors[at];
    vtor.write(reinterpret_cast<std::uint32_t>(ram_vectors));
    void (*volatile run)() = run_board; // too far for a direct call
    run();
    __builtin_unreachable();
}
}
