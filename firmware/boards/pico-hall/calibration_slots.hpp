#pragma once
// The calibration, in the last two sectors of the flash.

#include "firmware/core/calibration_store.hpp"
#include "firmware/rp2040/rom.hpp"

namespace adoube::pico_hall {

class CalibrationSlots final : public firmware::FlashSlots {
  public:
    Page read(unsigned slot) override { return rp2040::read_flash(offset(slot)); }
    void write(unsigned slot, const Page& bytes) override {
        rp2040::erase_flash_sector(offset(slot));
        rp2040::program_flash(offset(slot), bytes);
    }

  private:
    static constexpr std::uint32_t offset(unsigned slot) {
        return rp2040::flash_size - (2 - slot) * rp2040::flash_sector;
    }
};

} // namespace adoube::pico_hall
