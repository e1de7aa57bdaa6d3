#include "firmware/core/calibration_store.hpp"

#include "protocol/codec.hpp"
#include "protocol/crc32.hpp"
#include "protocol/rules.hpp"

namespace adoube::firmware {

namespace {

constexpr std::uint32_t our_magic = 0x4C414341; // "ACAL"
constexpr std::uint8_t our_format = 1;

struct Stored {
    std::uint32_t magic = our_magic;
    std::uint8_t format = our_format;
    std::uint32_t sequence = 0;
    wire::Calibration calibration;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("magic", m.magic)("format", m.format)("sequence", m.sequence)("calibration", m.calibration);
    }
};
constexpr std::size_t body = wire::max_size<Stored>();
static_assert(body + 4 <= FlashSlots::page);

wire::Calibration kept(wire::Calibration calibration) {
    calibration.boot_id = 0;
    calibration.kept = 1;
    return calibration;
}

} // namespace

std::optional<CalibrationStore::Record> CalibrationStore::read(unsigned slot) {
    const FlashSlots::Page page = slots_.read(slot);
    Stored stored;
    std::uint32_t crc = 0;
    wire::Reader reader(page);
    Stored::fields(stored, reader);
    reader("crc", crc);
    if (stored.magic != our_magic || stored.format != our_format) return std::nullopt;
    if (crc != wire::crc32(std::span(page).first(body))) return std::nullopt;
    return Record{slot, stored.sequence, stored.calibration};
}

std::optional<CalibrationStore::Record> CalibrationStore::newest() {
    const auto first = read(0), second = read(1);
    if (!first || (second && wire::seq_before(first->sequence, second->sequence))) return second;
    return first;
}

std::optional<wire::Calibration> CalibrationStore::load() {
    const auto record = newest();
    if (!record) return std::nullopt;
    return record->calibration;
}

bool CalibrationStore::store(const wire::Calibration& calibration) {
    const auto in_force = newest();
    Stored stored;
    stored.calibration = kept(calibration);
    if (in_force && in_force->calibration == stored.calibration) return true;
    stored.sequence = in_force ? in_force->sequence + 1 : 0;

    FlashSlots::Page page;
    page.fill(0xFF); // as erased
    wire::Writer writer(page);
    Stored::fields(stored, writer);
    writer("crc", wire::crc32(std::span(page).first(body)));
    const unsigned slot = in_force ? 1 - in_force->slot : 0;
    slots_.write(slot, page);
    return slots_.read(slot) == page;
}

} // namespace adoube::firmware
