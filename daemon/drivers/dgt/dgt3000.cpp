#include "daemon/drivers/dgt/dgt3000.hpp"

#include "daemon/drivers/dgt/messages.hpp"

namespace adoube::drivers::dgt {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint8_t to_all = 0x00, from_clock = 0x10, time_message = 0x04;
constexpr std::size_t time_length = 24; // the address included

/// CRC-8, polynomial 07, from 0; over the address as well.
std::uint8_t crc(std::uint8_t address, Bytes bytes) {
    unsigned crc = 0;
    const auto add = [&](std::uint8_t byte) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = ((crc & 0x80) != 0 ? crc << 1 ^ 0x07 : crc << 1) & 0xff;
    };
    add(address);
    for (const auto byte : bytes) add(byte);
    return static_cast<std::uint8_t>(crc);
}

} // namespace

bool is_of_clock(Bytes bytes) { return !bytes.empty() && bytes[0] == from_clock; }

std::optional<ClockDisplay> display_told(Bytes bytes) {
    if (bytes.size() != time_length - 1 || bytes[0] != from_clock || bytes[1] != time_length ||
        bytes[2] != time_message || crc(to_all, bytes) != 0)
        return std::nullopt;
    const bool no_news = bytes[19] == 1;
    const auto left = read_time(bytes.subspan(4, 3)), right = read_time(bytes.subspan(10, 3));
    if (no_news || !left || !right) return std::nullopt;
    return ClockDisplay{*left, *right, (bytes[18] & 1) != 0};
}

} // namespace adoube::drivers::dgt
