#include "firmware/core/calibration_store.hpp"

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

wire::Calibration kept(wire::Calibration calibration) {
    calibration.boot_id = 0;
    calibration.kept = 1;
    return calibration;
}

} // namespace

std::optional<CalibrationStore::Record> CalibrationStore::read(unsigned slot) {
    const auto stored = unsealed<Stored>(slots_.read(slot));
    if (!stored || stored->magic != our_magic || stored->format != our_format) return std::nullopt;
    return Record{slot, stored->sequence, stored->calibration};
}

std::optional<CalibrationStore::Record> CalibrationStore::newest() { return newer(read(0), read(1)); }

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

    const FlashPage page = sealed(stored);
    const unsigned slot = in_force ? 1 - in_force->slot : 0;
    slots_.write(slot, page);
    return slots_.read(slot) == page;
}

} // namespace adoube::firmware
