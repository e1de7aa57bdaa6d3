#include "daemon/drivers/dgt/dgt3000.hpp"

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

/// Hours in the low digit alone, minutes and seconds in BCD.
std::optional<int> seconds(Bytes time) {
    const auto two_digits = [](std::uint8_t byte) { return (byte >> 4) * 10 + (byte & 0x0f); };
    const int hours = time[0] & 0x0f;
    if (hours > 9 || (time[1] & 0x0f) > 9 || time[1] >= 0x60 || (time[2] & 0x0f) > 9 || time[2] >= 0x60)
        return std::nullopt;
    return hours * 3600 + two_digits(time[1]) * 60 + two_digits(time[2]);
}

} // namespace

bool is_of_clock(Bytes bytes) { return !bytes.empty() && bytes[0] == from_clock; }

std::optional<Display> display_told(Bytes bytes) {
    if (bytes.size() != time_length - 1 || bytes[0] != from_clock || bytes[1] != time_length ||
        bytes[2] != time_message || crc(to_all, bytes) != 0)
        return std::nullopt;
    const bool no_news = bytes[19] == 1;
    const auto left = seconds(bytes.subspan(4, 3)), right = seconds(bytes.subspan(10, 3));
    if (no_news || !left || !right) return std::nullopt;
    return Display{*left, *right, (bytes[18] & 1) != 0};
}

} // namespace adoube::drivers::dgt
