#pragma once
// What makes each start of a board another: a number that grows in flash with every start; and the board's
// own id, where its flash chip has none. Two sectors, of which one is in force, so that a start that loses
// power at any moment costs at most a number that was never told.
//
//      sector  =  magic u32 │ sequence u32 │ salt u32 │ board_id u64 │ crc u32 │ … page 1: a cleared bit a
//      start
//
// The CRC-32 covers everything before it.

#include "firmware/core/flash_record.hpp"

namespace adoube::firmware {

/// Two flash sectors, 0 and 1, outside the program.
class BootFlash {
  public:
    static constexpr std::size_t page_size = sizeof(FlashPage), pages = 16;
    using Page = FlashPage;

    virtual Page read(unsigned sector, unsigned page) = 0;
    /// To all ones. On power loss this sector, and no other, may read as anything.
    virtual void erase(unsigned sector) = 0;
    /// Clears bits; those that are 1 in `bytes` stay. On power loss some of the others may too.
    virtual void program(unsigned sector, unsigned page, const Page& bytes) = 0;

  protected:
    ~BootFlash() = default;
};

struct Boot {
    std::uint32_t boot_id;
    std::uint64_t board_id; // drawn once
};

/// Counts this start: no two get one boot id until 2^32 have passed, unless the flash is erased as a whole.
/// `draw` gives random bits, for what a flash that is new lacks. Nothing if the flash does not keep what is
/// written.
std::optional<Boot> count_boot(BootFlash& flash, std::uint64_t (*draw)());

} // namespace adoube::firmware
