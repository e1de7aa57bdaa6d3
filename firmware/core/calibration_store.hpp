#pragma once
// A calibration that survives power loss at any moment: storing writes the one of two flash slots that is not
// in force, so one is always valid.
//
//      record  =  magic u32 │ format u8 │ sequence u32 │ calibration, as on the wire with boot_id 0 │ crc u32
//
// The CRC-32 covers everything before it. An unknown format counts as no record.

#include "firmware/core/flash_record.hpp"
#include "protocol/messages.hpp"

#include <optional>
#include <span>

namespace adoube::firmware {

/// Two flash sectors, 0 and 1, outside the program.
class FlashSlots {
  public:
    static constexpr std::size_t page = sizeof(FlashPage);
    using Page = FlashPage;

    virtual Page read(unsigned slot) = 0;
    /// Erases the slot and programs its first page. On power loss this slot, and no other, may read as
    /// anything.
    virtual void write(unsigned slot, const Page& page) = 0;

  protected:
    ~FlashSlots() = default;
};

class CalibrationStore {
  public:
    /// The slots must outlive the store.
    explicit CalibrationStore(FlashSlots& slots) : slots_(slots) {}

    /// The newest valid record; `kept` is set, boot_id 0.
    std::optional<wire::Calibration> load();
    /// True if it reads back as written. Skips an identical calibration.
    bool store(const wire::Calibration& calibration);

  private:
    struct Record {
        unsigned slot;
        std::uint32_t sequence;
        wire::Calibration calibration;
    };
    std::optional<Record> read(unsigned slot);
    std::optional<Record> newest();

    FlashSlots& slots_;
};

} // namespace adoube::firmware
