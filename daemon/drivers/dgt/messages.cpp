#include "daemon/drivers/dgt/messages.hpp"

#include "daemon/drivers/dgt/codes.hpp"

#include <algorithm>

namespace adoube::drivers::dgt {
namespace {

using Result = std::expected<Message, std::string>;
using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t header_size = 3;

std::string hex(std::uint8_t byte) {
    constexpr char digits[] = "0123456789abcdef";
    return {digits[byte >> 4], digits[byte & 0x0f]};
}

std::size_t length_of(Bytes message) { return std::size_t{message[1]} << 7 | message[2]; }

/// A result piece reads as none; false for an unknown code.
bool read_piece(std::uint8_t code, std::optional<chess::Piece>& piece) {
    if (code >= piece_codes.size()) return false;
    piece = chess::piece_from_char(piece_codes[code]);
    return true;
}

Result read_field_update(Bytes data) {
    FieldUpdate update{};
    if (data[0] >= 64) return std::unexpected("a field update names square " + std::to_string(data[0]));
    update.square = square_of(data[0]);
    if (!read_piece(data[1], update.piece))
        return std::unexpected("a field update names piece " + hex(data[1]));
    return update;
}

Result read_board_dump(Bytes data) {
    BoardDump dump;
    for (std::size_t at = 0; at < 64; ++at)
        if (!read_piece(data[at], dump.squares[chess::index(square_of(at))]))
            return std::unexpected("a board dump names piece " + hex(data[at]));
    return dump;
}

Result read_clock(Bytes data) {
    if ((data[0] & 0x0f) == acknowledgement || (data[3] & 0x0f) == acknowledgement)
        return ClockAcknowledgement{};
    if (data[6] & clock_bit::no_clock) return NoClock{};
    const auto right = read_time(data.first(3)), left = read_time(data.subspan(3, 3));
    if (!right || !left) return std::unexpected("a clock message holds digits that are no time");
    return ClockTime{.left_s = *left,
                     .right_s = *right,
                     .running = (data[6] & clock_bit::running) != 0,
                     .right_to_move = (data[6] & clock_bit::lever_high_right) != 0,
                     .battery_low = (data[6] & clock_bit::battery_low) != 0};
}

Result read_battery(Bytes data) {
    constexpr std::uint8_t charging = 0x01;
    if (data[0] > 100) return std::unexpected("a battery message tells " + std::to_string(data[0]) + " %");
    return Battery{data[0], (data[8] & charging) != 0};
}

} // namespace

Result read_message(std::uint8_t id, Bytes data) {
    const auto sized = [&](std::size_t length, Result (*read)(Bytes)) -> Result {
        if (data.size() == length) return read(data);
        return std::unexpected("message " + hex(id) + " has " + std::to_string(data.size()) +
                               " bytes of data instead of " + std::to_string(length));
    };
    switch (MessageId{id}) {
    case MessageId::board_dump: return sized(64, read_board_dump);
    case MessageId::field_update: return sized(2, read_field_update);
    case MessageId::clock: return sized(7, read_clock);
    case MessageId::battery: return sized(9, read_battery);
    default: return Other{id, {data.begin(), data.end()}};
    }
}

std::optional<int> read_time(Bytes bcd) {
    const int hours = bcd[0] & 0x0f;
    const auto two_digits = [](std::uint8_t byte) { return (byte >> 4) * 10 + (byte & 0x0f); };
    const bool valid =
        hours <= 9 && (bcd[1] & 0x0f) <= 9 && bcd[1] < 0x60 && (bcd[2] & 0x0f) <= 9 && bcd[2] < 0x60;
    if (!valid) return std::nullopt;
    return hours * 3600 + two_digits(bcd[1]) * 60 + two_digits(bcd[2]);
}

std::vector<Result> Decoder::feed(Bytes bytes) {
    std::vector<Result> results;
    for (const std::uint8_t byte : bytes) {
        if (byte & high_bit) {
            if (in_message())
                results.push_back(std::unexpected("message " + hex(buffer_[0]) + " was cut off after " +
                                                  std::to_string(buffer_.size()) + " bytes"));
            reset();
        } else if (!in_message()) {
            if (!stray_) results.push_back(std::unexpected("bytes that belong to no message"));
            stray_ = true;
            continue;
        }
        buffer_.push_back(byte);
        if (buffer_.size() < header_size) continue;
        if (const std::size_t length = length_of(buffer_); length < header_size) {
            results.push_back(std::unexpected("message " + hex(buffer_[0]) + " has the impossible length " +
                                              std::to_string(length)));
            reset();
            stray_ = true; // its data, if any follows, belongs to this fault
        } else if (length == buffer_.size()) {
            results.push_back(read_message(buffer_[0], Bytes(buffer_).subspan(header_size)));
            reset();
        }
    }
    return results;
}

std::vector<std::uint8_t> message_of(std::uint8_t id, std::span<const std::uint8_t> data) {
    std::vector<std::uint8_t> bytes(data.size() + 3);
    bytes[0] = id;
    bytes[1] = static_cast<std::uint8_t>(bytes.size() >> 7 & 0x7f);
    bytes[2] = static_cast<std::uint8_t>(bytes.size() & 0x7f);
    std::ranges::copy(data, bytes.begin() + 3);
    return bytes;
}

std::vector<std::uint8_t> fields_of(const std::array<std::optional<chess::Piece>, 64>& squares) {
    std::vector<std::uint8_t> fields(squares.size());
    for (std::size_t field = 0; field < fields.size(); ++field)
        fields[field] = code_of(squares[static_cast<std::size_t>(square_of(field))]);
    return fields;
}

} // namespace adoube::drivers::dgt
