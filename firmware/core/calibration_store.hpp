#pragma once
// A calibration that survives power lost at any moment: two slots of flash memory, each of which holds a
// whole record with a number and a checksum. Storing writes the slot that is not in force, so that one of the
// two always is.
//
//      record  =  magic u32 │ format u8 │ sequence u32 │ calibration, as on the wire with boot_id 0 │ crc u32
//
// The CRC-32 runs over everything before it. A format that is not ours counts as no record.

#include "protocol/messages.hpp"

#include <optional>
#include <span>

namespace adoube::firmware {

/// Two sectors of flash memory, numbered 0 and 1, that the program itself does not occupy.
class FlashSlots {
  public:
    /// Of NOR flash memory, which is what a record is written with in one go.
    static constexpr std::size_t page = 256;
    using Page = std::array<std::uint8_t, page>;

    /// The first page of the slot.
    virtual Page read(unsigned slot) = 0;
    /// Erases the slot, then programs its first page. Power may fail meanwhile: then the slot, and no other,
    /// reads as anything.
    virtual void write(unsigned slot, const Page& page) = 0;

  protected:
    ~FlashSlots() = default;
};

class CalibrationStore {
  public:
    /// The slots are the caller's and outlive the store.
    explicit CalibrationStore(FlashSlots& slots) : slots_(slots) {}

    /// The newest that is whole; nothing on a board that was never calibrated. `kept` is set, boot_id 0.
    std::optional<wire::Calibration> load();
    /// True if it reads back as it was written. What is stored already is not written again.
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
