#include "daemon/drivers/chessnut/reports.hpp"

#include <algorithm>
#include <utility>

namespace adoube::drivers::chessnut {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint8_t filling = 0x00;
constexpr std::size_t header_size = 2;

struct Form {
    std::uint8_t id, length;
    /// Empty: it says what no board says.
    std::optional<Message> (*read)(Bytes data);
};

/// h8 first, the low nibble first.
std::optional<Message> read_state(Bytes data) {
    constexpr std::string_view codes = ".qkbpnRPrBNQK";
    Pieces pieces;
    for (std::size_t at = 0; at < 64; ++at) {
        const auto code = at % 2 == 0 ? data[at / 2] & 0x0fU : data[at / 2] >> 4U;
        if (code >= codes.size()) return std::nullopt;
        if (code != 0) pieces.squares[63 - at] = chess::piece_from_char(codes[code]);
    }
    return pieces;
}

/// The high bit by the maker's description, the second byte by picochess.
std::optional<Message> read_battery(Bytes data) {
    constexpr std::uint8_t charging = 0x80;
    const int percent = data[0] & ~charging;
    if (percent > 100) return std::nullopt;
    return Battery{percent, (data[0] & charging) != 0 || data[1] == 1};
}

std::optional<Message> read_acknowledgement(Bytes) { return Acknowledgement{}; }

constexpr Form forms[] = {
    {0x01, 0x24, read_state}, // by Bluetooth
    {0x01, 0x3d, read_state}, // by USB
    {0x2a, 0x02, read_battery}, {0x21, 0x01, read_acknowledgement}, {0x23, 0x01, read_acknowledgement},
};

const Form* form_of(Bytes begun) {
    const auto form = std::ranges::find_if(forms, [&](const Form& each) {
        return each.id == begun[0] && (begun.size() < header_size || each.length == begun[1]);
    });
    return form == std::end(forms) ? nullptr : form;
}

} // namespace

std::vector<std::expected<Message, std::string>> Decoder::feed(Bytes bytes) {
    Results results;
    for (const auto byte : bytes) {
        buffer_.push_back(byte);
        take(results);
    }
    return results;
}

/// Where bytes were lost, the next report may have begun inside of this one.
void Decoder::take(Results& results) {
    while (!buffer_.empty()) {
        if (buffer_[0] == filling) {
            buffer_.erase(buffer_.begin());
            continue;
        }
        const auto* form = form_of(buffer_);
        if (!form) {
            refuse(results, "bytes that belong to no report");
            continue;
        }
        if (buffer_.size() < header_size || buffer_.size() < header_size + form->length) return;
        auto message = form->read(Bytes(buffer_).subspan(header_size, form->length));
        if (!message) {
            refuse(results, "a report that says what no board says");
            continue;
        }
        results.push_back(std::move(*message));
        buffer_.erase(buffer_.begin(), buffer_.begin() + header_size + form->length);
        stray_ = false;
    }
}

void Decoder::refuse(Results& results, const char* why) {
    if (!std::exchange(stray_, true)) results.push_back(std::unexpected(std::string(why)));
    buffer_.erase(buffer_.begin());
}

} // namespace adoube::drivers::chessnut
