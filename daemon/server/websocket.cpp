#include "daemon/server/websocket.hpp"

#include <array>
#include <openssl/evp.h>

namespace adoube::server::websocket {
namespace {

constexpr std::uint8_t final_bit = 0x80, mask_bit = 0x80, reserved_bits = 0x70;
constexpr std::size_t control_payload = 125, mask_size = 4;

bool is_control(Opcode opcode) {
    return opcode == Opcode::close || opcode == Opcode::ping || opcode == Opcode::pong;
}

/// Judges a frame by its first two bytes; an empty reason accepts it.
Refusal refusal(std::uint8_t first, std::uint8_t second) {
    const auto opcode = static_cast<Opcode>(first & 0x0f);
    if ((first & reserved_bits) != 0) return {Close::protocol_error, "a reserved bit is set"};
    if ((second & mask_bit) == 0) return {Close::protocol_error, "a frame is not masked"};
    if (opcode <= Opcode::binary) return {Close::unsupported_data, "this feed takes no messages"};
    if (!is_control(opcode)) return {Close::protocol_error, "a frame has an unknown opcode"};
    if ((first & final_bit) == 0) return {Close::protocol_error, "a control frame is in pieces"};
    if ((second & 0x7f) > control_payload) return {Close::protocol_error, "a control frame is too long"};
    return {Close::normal, ""};
}

} // namespace

std::string accept_key(std::string_view key) {
    const std::string text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, 20> digest{};
    EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha1(), nullptr);
    std::array<unsigned char, 29> base64{};
    EVP_EncodeBlock(base64.data(), digest.data(), digest.size());
    return reinterpret_cast<const char*>(base64.data());
}

std::string frame(Opcode opcode, std::string_view payload) {
    std::string bytes(1, static_cast<char>(final_bit | static_cast<std::uint8_t>(opcode)));
    const auto put_size = [&](int size_bytes) {
        for (int shift = (size_bytes - 1) * 8; shift >= 0; shift -= 8)
            bytes += static_cast<char>(static_cast<std::uint64_t>(payload.size()) >> shift);
    };
    if (payload.size() <= 125) {
        put_size(1);
    } else if (payload.size() <= 0xffff) {
        bytes += static_cast<char>(126);
        put_size(2);
    } else {
        bytes += static_cast<char>(127);
        put_size(8);
    }
    return bytes.append(payload);
}

std::string close_frame(Close code, std::string_view reason) {
    const auto number = static_cast<std::uint16_t>(code);
    std::string payload{static_cast<char>(number >> 8), static_cast<char>(number & 0xff)};
    payload += reason.substr(0, control_payload - 2);
    return frame(Opcode::close, payload);
}

std::expected<std::vector<Control>, Refusal> FrameReader::feed(std::string_view bytes) {
    held_ += bytes;
    std::vector<Control> complete;
    std::size_t at = 0;
    while (held_.size() - at >= 2) {
        const auto first = static_cast<std::uint8_t>(held_[at]),
                   second = static_cast<std::uint8_t>(held_[at + 1]);
        if (const Refusal wrong = refusal(first, second); !wrong.reason.empty())
            return std::unexpected(wrong);
        const std::size_t length = second & 0x7f;
        const std::size_t mask = at + 2, payload = mask + mask_size;
        if (held_.size() < payload + length) break;
        std::string text = held_.substr(payload, length);
        for (std::size_t n = 0; n < length; ++n)
            text[n] = static_cast<char>(text[n] ^ held_[mask + n % mask_size]);
        complete.push_back({static_cast<Opcode>(first & 0x0f), std::move(text)});
        at = payload + length;
    }
    held_.erase(0, at);
    return complete;
}

} // namespace adoube::server::websocket
