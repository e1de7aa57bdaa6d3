#include "daemon/drivers/millennium/messages.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace adoube::drivers::millennium {
namespace {

constexpr std::uint8_t parity_bit = 0x80;
constexpr char no_character = '\0'; // a byte whose parity is wrong
constexpr std::size_t checksum_length = 2;
constexpr std::string_view hex_digits = "0123456789ABCDEF";

char with_parity(char character) {
    const auto bits = static_cast<std::uint8_t>(character);
    return static_cast<char>(std::popcount(bits) % 2 == 0 ? bits | parity_bit : bits);
}

char without_parity(std::uint8_t byte) {
    const bool wrong = (byte & parity_bit) != 0 && std::popcount(byte) % 2 == 0;
    return wrong ? no_character : static_cast<char>(byte & ~parity_bit);
}

std::string checksum_of(std::string_view text) {
    unsigned sum = 0;
    for (const char character : text) sum ^= static_cast<unsigned char>(character);
    return {hex_digits[sum >> 4 & 15], hex_digits[sum & 15]};
}

bool is_hex(char character) { return hex_digits.contains(character); }

/// Its checksum included; 0: nothing begins so.
std::size_t length_of(char id) {
    switch (id) {
    case 's': return 67;
    case 'v':
    case 'r':
    case 'w': return 7;
    case 'l':
    case 'x': return 3;
    default: return 0;
    }
}

/// May stand there in a message that begins so.
bool fits(char id, std::size_t at, char character) {
    const auto length = length_of(id);
    if (at == 0) return length != 0;
    const bool is_piece = id == 's' && at < length - checksum_length;
    return is_piece ? std::string_view(".KQRNBPkqrnbp").contains(character) : is_hex(character);
}

std::uint8_t byte_at(std::string_view text, std::size_t at) {
    return static_cast<std::uint8_t>(hex_digits.find(text[at]) << 4 | hex_digits.find(text[at + 1]));
}

/// The board counts h1, g1 … a1, h2 … a8.
Status status_of(std::string_view pieces) {
    Status status;
    for (std::size_t at = 0; at < 64; ++at)
        if (pieces[at] != '.') status.squares[at / 8 * 8 + 7 - at % 8] = chess::piece_from_char(pieces[at]);
    return status;
}

Message message_of(std::string_view text) {
    switch (text[0]) {
    case 's': return status_of(text.substr(1, 64));
    case 'v': return Version{byte_at(text, 1), byte_at(text, 3)};
    case 'r':
    case 'w': return Register{byte_at(text, 1), byte_at(text, 3)};
    default: return Acknowledgement{};
    }
}

} // namespace

std::string encoded(std::string_view command) {
    std::string frame(command);
    frame += checksum_of(command);
    std::ranges::transform(frame, frame.begin(), with_parity);
    return frame;
}

std::vector<std::expected<Message, std::string>> Decoder::feed(std::span<const std::uint8_t> bytes) {
    Results results;
    for (const auto byte : bytes) {
        buffer_ += without_parity(byte);
        take(results);
    }
    return results;
}

/// A message that breaks off may hide the beginning of the next.
void Decoder::take(Results& results) {
    while (fitting_ < buffer_.size()) {
        if (!fits(buffer_[0], fitting_, buffer_[fitting_])) {
            refuse(results, "characters that belong to no message");
            continue;
        }
        const auto length = length_of(buffer_[0]);
        if (++fitting_ < length) continue;
        const auto text = std::string_view(buffer_).substr(0, length - checksum_length);
        if (std::string_view(buffer_).substr(text.size(), checksum_length) != checksum_of(text)) {
            refuse(results, "a message whose checksum is wrong");
            continue;
        }
        results.push_back(message_of(text));
        buffer_.erase(0, length);
        fitting_ = 0;
        stray_ = false;
    }
}

void Decoder::refuse(Results& results, const char* why) {
    if (!std::exchange(stray_, true)) results.push_back(std::unexpected(std::string(why)));
    buffer_.erase(0, 1);
    fitting_ = 0;
}

} // namespace adoube::drivers::millennium
