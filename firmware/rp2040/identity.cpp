#include "firmware/rp2040/identity.hpp"

#include "firmware/core/boot_store.hpp"
#include "firmware/rp2040/register.hpp"
#include "firmware/rp2040/rom.hpp"
#include "firmware/rp2040/timer.hpp"

namespace adoube::rp2040 {

namespace {

/// One SplitMix64 step (Steele, Lea, Flood 2014).
constexpr std::uint64_t mix(std::uint64_t state) {
    state += 0x9e3779b97f4a7c15;
    state = (state ^ state >> 30) * 0xbf58476d1ce4e5b9;
    state = (state ^ state >> 27) * 0x94d049bb133111eb;
    return state ^ state >> 31;
}

/// The random bit is biased and correlated (2.17.5): many bits are mixed into few.
std::uint64_t draw() {
    constexpr Register rosc_randombit{0x4006001c}; // 2.17.8
    std::uint64_t drawn = now_us();
    for (int word = 0; word < 16; ++word) {
        for (int bit = 0; bit < 64; ++bit) drawn = (drawn << 1 | drawn >> 63) ^ (rosc_randombit.read() & 1);
        drawn = mix(drawn);
    }
    return drawn;
}

/// Before the two sectors of the calibration.
class BootSectors final : public firmware::BootFlash {
  public:
    Page read(unsigned sector, unsigned page) override { return read_flash(offset(sector, page)); }
    void erase(unsigned sector) override { erase_flash_sector(offset(sector, 0)); }
    void program(unsigned sector, unsigned page, const Page& bytes) override {
        program_flash(offset(sector, page), bytes);
    }

  private:
    static constexpr std::uint32_t offset(unsigned sector, unsigned page) {
        return flash_size - (4 - sector) * flash_sector + page * BootFlash::page_size;
    }
};

} // namespace

Identity identify() {
    BootSectors sectors;
    const auto boot = firmware::count_boot(sectors, draw);
    const std::uint64_t id = read_flash_id();
    const bool missing = id == 0 || id == ~std::uint64_t{0};
    return {.board_id = !missing ? id
                        : boot   ? boot->board_id
                                 : draw(),
            .boot_id = boot ? boot->boot_id : static_cast<std::uint32_t>(draw())};
}

std::uint8_t chip_revision() {
    constexpr Register chip_id{0x40000000}; // 2.20.2
    return static_cast<std::uint8_t>(chip_id.read() >> 28);
}

} // namespace adoube::rp2040
