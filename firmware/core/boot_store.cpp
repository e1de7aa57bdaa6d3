#include "firmware/core/boot_store.hpp"

namespace adoube::firmware {

namespace {

constexpr std::uint32_t header_magic = 0x54424C41; // "ALBT"

struct Header {
    std::uint32_t magic = header_magic, sequence = 0, salt = 0;
    std::uint64_t board_id = 0;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("magic", m.magic)("sequence", m.sequence)("salt", m.salt)("board_id", m.board_id);
    }
};
constexpr unsigned page_size = BootFlash::page_size;
constexpr std::uint32_t most_starts = 8 * (BootFlash::pages - 1) * page_size;

struct SectorInForce {
    unsigned sector;
    std::uint32_t sequence, salt;
    std::uint64_t board_id;
};

std::optional<SectorInForce> read(BootFlash& flash, unsigned sector) {
    const auto header = unsealed<Header>(flash.read(sector, 0));
    if (!header || header->magic != header_magic) return std::nullopt;
    return SectorInForce{sector, header->sequence, header->salt, header->board_id};
}

std::optional<SectorInForce> begin_sector(BootFlash& flash, const std::optional<SectorInForce>& before,
                                          std::uint64_t (*draw)()) {
    const unsigned sector = before ? 1 - before->sector : 0;
    Header header;
    header.sequence = before ? before->sequence + 1 : 0;
    header.salt = before ? before->salt + most_starts : static_cast<std::uint32_t>(draw());
    header.board_id = before ? before->board_id : draw();
    flash.erase(sector);
    flash.program(sector, 0, sealed(header));
    return read(flash, sector);
}

/// Bits are cleared from the lowest of the first byte on; the last one counts, so that one which did not stay
/// cleared does no harm.
std::uint32_t starts_counted(BootFlash& flash, unsigned sector) {
    for (unsigned page = BootFlash::pages - 1; page > 0; --page) {
        const auto bytes = flash.read(sector, page);
        for (unsigned at = page_size; at-- > 0;)
            if (bytes[at] != 0xff) {
                unsigned cleared = 8;
                while ((bytes[at] >> (cleared - 1) & 1) != 0) --cleared;
                return 8 * ((page - 1) * page_size + at) + cleared;
            }
    }
    return 0;
}

bool clear_bit(BootFlash& flash, unsigned sector, std::uint32_t bit) {
    const unsigned page = 1 + bit / 8 / page_size, at = bit / 8 % page_size;
    BootFlash::Page bytes;
    bytes.fill(0xff);
    bytes[at] = static_cast<std::uint8_t>(0xffu << (bit % 8 + 1));
    flash.program(sector, page, bytes);
    return (flash.read(sector, page)[at] >> bit % 8 & 1) == 0;
}

/// One to one (the finalizer of MurmurHash3).
constexpr std::uint32_t mixed(std::uint32_t value) {
    value = (value ^ value >> 16) * 0x85ebca6b;
    value = (value ^ value >> 13) * 0xc2b2ae35;
    return value ^ value >> 16;
}

} // namespace

std::optional<Boot> count_boot(BootFlash& flash, std::uint64_t (*draw)()) {
    auto record = newer(read(flash, 0), read(flash, 1));
    std::uint32_t start = record ? starts_counted(flash, record->sector) : most_starts;
    if (start == most_starts) {
        record = begin_sector(flash, record, draw);
        if (!record) return std::nullopt;
        start = 0;
    }
    if (!clear_bit(flash, record->sector, start)) return std::nullopt;
    return Boot{mixed(record->salt + start), record->board_id};
}

} // namespace adoube::firmware
