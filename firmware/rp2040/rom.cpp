#include "firmware/rp2040/rom.hpp"

#include "firmware/rp2040/register.hpp"
#include "firmware/rp2040/watchdog.hpp"

namespace adoube::rp2040 {

namespace {

/// Two letters name a function (2.8.3.1).
constexpr std::uint32_t code(char first, char second) {
    return static_cast<std::uint8_t>(first) | static_cast<std::uint32_t>(static_cast<std::uint8_t>(second))
                                                  << 8;
}

/// Well-known 16-bit addresses at the ROM's start (2.8.3).
std::uint32_t half_word(std::uint32_t address) { return *reinterpret_cast<volatile std::uint16_t*>(address); }

template<class Function>
Function* rom_function(std::uint32_t wanted) {
    using Lookup = void*(std::uint32_t table, std::uint32_t code);
    const auto lookup = reinterpret_cast<Lookup*>(half_word(0x18));
    return reinterpret_cast<Function*>(lookup(half_word(0x14), wanted));
}

namespace ssi { // 4.10.13
constexpr Register sr{0x18000028};
constexpr Register dr0{0x18000060};
constexpr std::uint32_t sr_tx_not_full = 1 << 1, sr_rx_not_empty = 1 << 3;
} // namespace ssi

/// Overrides the chip select, which the SSI would release whenever its FIFO runs empty.
void select_flash(bool selected) {
    constexpr Register gpio_qspi_ss_ctrl{0x4001800c}; // 2.19.6.2
    constexpr std::uint32_t override_output = 3 << 8, low = 2 << 8, high = 3 << 8;
    gpio_qspi_ss_ctrl.clear(override_output);
    gpio_qspi_ss_ctrl.set(selected ? low : high);
    (void)gpio_qspi_ss_ctrl.read();
}

std::uint8_t exchange_byte(std::uint8_t out) {
    ssi::sr.await(ssi::sr_tx_not_full);
    ssi::dr0.write(out);
    ssi::sr.await(ssi::sr_rx_not_empty);
    return static_cast<std::uint8_t>(ssi::dr0.read());
}

/// During act() the flash is not mapped as memory.
template<class Act>
void with_flash_as_device(Act&& act) {
    const auto connect_internal_flash = rom_function<void()>(code('I', 'F'));
    const auto flash_exit_xip = rom_function<void()>(code('E', 'X'));
    const auto flash_flush_cache = rom_function<void()>(code('F', 'C'));
    const auto flash_enter_cmd_xip = rom_function<void()>(code('C', 'X'));
    asm volatile("cpsid i" ::: "memory");
    connect_internal_flash();
    flash_exit_xip();
    act();
    flash_flush_cache(); // also ends the select override
    flash_enter_cmd_xip();
    asm volatile("cpsie i" ::: "memory");
}

} // namespace

std::uint64_t read_flash_id() {
    std::uint64_t id = 0;
    with_flash_as_device([&] {
        select_flash(true);
        exchange_byte(0x4b);
        for (int dummy = 0; dummy < 4; ++dummy) exchange_byte(0);
        for (int byte = 0; byte < 8; ++byte) id = id << 8 | exchange_byte(0);
        select_flash(false);
    });
    return id;
}

void erase_flash_sector(std::uint32_t offset) {
    using Erase =
        void(std::uint32_t offset, std::size_t count, std::uint32_t block_size, std::uint8_t block_command);
    const auto flash_range_erase = rom_function<Erase>(code('R', 'E'));
    with_flash_as_device([&] {
        flash_range_erase(offset, flash_sector, 1 << 16, 0xd8); // less than a block: uses command 20h
    });
}

void program_flash(std::uint32_t offset, const FlashPage& page) {
    using Program = void(std::uint32_t offset, const std::uint8_t* from, std::size_t count);
    const auto flash_range_program = rom_function<Program>(code('R', 'P'));
    with_flash_as_device([&] { flash_range_program(offset, page.data(), page.size()); });
}

FlashPage read_flash(std::uint32_t offset) {
    FlashPage page;
    const auto* from = reinterpret_cast<const volatile std::uint8_t*>(0x10000000 + offset);
    for (auto& byte : page) byte = *from++;
    return page;
}

void reset_to_loader() {
    const auto reset_to_usb_boot =
        rom_function<void(std::uint32_t activity_pins, std::uint32_t without)>(code('U', 'B'));
    watchdog::scratch0.write(0); // the next reset counts as asked for
    reset_to_usb_boot(0, 0);
    for (;;) {
    }
}

} // namespace adoube::rp2040
