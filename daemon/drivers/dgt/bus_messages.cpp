#include "daemon/drivers/dgt/bus_messages.hpp"

#include <numeric>

namespace adoube::drivers::dgt {
namespace {

constexpr std::size_t bus_header_size = 5, shortest_answer = 6;

std::uint8_t sum_of(std::span<const std::uint8_t> bytes) {
    return static_cast<std::uint8_t>(std::accumulate(bytes.begin(), bytes.end(), 0U) & 0x7f);
}

std::uint16_t two_bytes(std::uint8_t high, std::uint8_t low) {
    return static_cast<std::uint16_t>(high << 7 | low);
}

/// The tags of what is stored, by their first byte.
constexpr std::uint8_t first_change = 0x40, after_changes = 0x60, power_up = 0x6a, watchdog = 0x7c;

bool is_time(std::uint8_t tag) { return (tag & 0xe0) == 0x60 && (tag & 0x0f) <= 9; }

} // namespace

std::array<std::uint8_t, 4> bus_command(BusCommand command, BusAddress address) {
    std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(command),
                                      static_cast<std::uint8_t>(address >> 7 & 0x7f),
                                      static_cast<std::uint8_t>(address & 0x7f)};
    bytes[3] = sum_of(std::span(bytes).first(3));
    return bytes;
}

bool BusDecoder::ends() const {
    return buffer_.size() >= 3 && buffer_.size() >= two_bytes(buffer_[1], buffer_[2]);
}

std::vector<BusAnswer> BusDecoder::feed(std::span<const std::uint8_t> bytes) {
    std::vector<BusAnswer> answers;
    for (const auto byte : bytes) {
        if (byte & high_bit) {
            damaged_ += !buffer_.empty();
            buffer_.clear();
        } else if (buffer_.empty()) {
            continue; // the rest of one that was damaged
        }
        buffer_.push_back(byte);
        if (!ends()) continue;
        const auto all = std::span<const std::uint8_t>(buffer_);
        if (all.size() >= shortest_answer && sum_of(all.first(all.size() - 1)) == all.back()) {
            const auto data = all.subspan(bus_header_size, all.size() - shortest_answer);
            answers.push_back({BusMessageId{all[0]}, two_bytes(all[3], all[4]), {data.begin(), data.end()}});
        } else {
            ++damaged_;
        }
        buffer_.clear();
    }
    return answers;
}

std::expected<StoredChanges, std::string> stored_changes(std::span<const std::uint8_t> data) {
    const auto cut_off = std::unexpected("stored changes of a DGT board end within one");
    StoredChanges stored;
    for (std::size_t at = 0; at < data.size();) {
        const auto tag = data[at];
        if (tag >= first_change && tag < after_changes) {
            if (at + 2 > data.size()) return cut_off;
            const auto field = data[at + 1];
            if (field >= 64) return std::unexpected("stored changes of a DGT board name no square");
            stored.changes.push_back({square_of(field), chess::piece_from_char(piece_codes[tag & 0x0f])});
            at += 2;
        } else if (is_time(tag)) {
            at += 3;
            if (at > data.size()) return cut_off;
        } else {
            if (tag == power_up || tag == watchdog) {
                stored.switched_on = true;
                stored.changes.clear();
            }
            ++at;
        }
    }
    return stored;
}

} // namespace adoube::drivers::dgt
