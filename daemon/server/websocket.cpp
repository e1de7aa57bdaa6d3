#include "daemon/server/websocket.hpp"

#include <algorithm>
#include <array>
#include <openssl/evp.h>

namespace adoube::server::websocket {
namespace {

constexpr std::uint8_t final_bit = 0x80, mask_bit = 0x80, reserved_bits = 0x70;
constexpr std::size_t control_payload = 125, mask_size = 4;

bool is_control(Opcode opcode) {
    return opcode == Opcode::close || opcode == Opcode::ping || opcode == Opcode::pong;
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

std::expected<std::optional<FrameReader::Head>, Refusal> FrameReader::head_at(std::size_t at) const {
    if (held_.size() - at < 2) return std::nullopt;
    const auto byte = [&](std::size_t n) { return static_cast<std::uint8_t>(held_[at + n]); };
    if ((byte(0) & reserved_bits) != 0)
        return std::unexpected(Refusal{Close::protocol_error, "a reserved bit is set"});
    if ((byte(1) & mask_bit) == 0)
        return std::unexpected(Refusal{Close::protocol_error, "a frame is not masked"});
    const std::size_t short_size = byte(1) & 0x7f;
    const std::size_t size_bytes = short_size == 127 ? 8 : short_size == 126 ? 2 : 0;
    Head head{static_cast<Opcode>(byte(0) & 0x0f), (byte(0) & final_bit) != 0, 2 + size_bytes + mask_size,
              short_size};
    if (const auto wrong = refusal(head)) return std::unexpected(*wrong);
    if (held_.size() - at < head.size) return std::nullopt;
    if (size_bytes > 0) head.payload_size = 0;
    for (std::size_t n = 0; n < size_bytes; ++n) head.payload_size = head.payload_size << 8 | byte(2 + n);
    if (head.payload_size > std::max(longest_message_, control_payload))
        return std::unexpected(Refusal{Close::message_too_big, "a message is too long"});
    return head;
}

/// By what the first two bytes say.
std::optional<Refusal> FrameReader::refusal(const Head& head) const {
    if (head.opcode <= Opcode::binary && longest_message_ == 0)
        return Refusal{Close::unsupported_data, "this feed takes no messages"};
    if (head.opcode == Opcode::binary) return Refusal{Close::unsupported_data, "a message must be text"};
    if (head.opcode <= Opcode::text && message_.has_value() == (head.opcode == Opcode::text))
        return Refusal{Close::protocol_error, "the pieces of a message are out of order"};
    if (head.opcode <= Opcode::text) return std::nullopt;
    if (!is_control(head.opcode)) return Refusal{Close::protocol_error, "a frame has an unknown opcode"};
    if (!head.is_final) return Refusal{Close::protocol_error, "a control frame is in pieces"};
    if (head.payload_size > control_payload)
        return Refusal{Close::protocol_error, "a control frame is too long"};
    return std::nullopt;
}

std::string FrameReader::unmasked(std::size_t at, const Head& head) const {
    const auto payload = at + head.size;
    auto text = held_.substr(payload, head.payload_size);
    for (std::size_t n = 0; n < text.size(); ++n)
        text[n] = static_cast<char>(text[n] ^ held_[payload - mask_size + n % mask_size]);
    return text;
}

std::expected<std::vector<Received>, Refusal> FrameReader::feed(std::string_view bytes) {
    held_ += bytes;
    std::vector<Received> complete;
    std::size_t at = 0;
    while (true) {
        const auto head = head_at(at);
        if (!head) return std::unexpected(head.error());
        if (!*head || held_.size() - at < (*head)->size + (*head)->payload_size) break;
        auto text = unmasked(at, **head);
        at += (*head)->size + (*head)->payload_size;
        if (is_control((*head)->opcode)) {
            complete.push_back({(*head)->opcode, std::move(text)});
            continue;
        }
        if (!message_) message_.emplace();
        *message_ += text;
        if (message_->size() > longest_message_ || ++pieces_ > most_pieces)
            return std::unexpected(Refusal{Close::message_too_big, "a message is too long"});
        if (!(*head)->is_final) continue;
        complete.push_back({Opcode::text, std::move(*message_)});
        message_.reset();
        pieces_ = 0;
    }
    held_.erase(0, at);
    return complete;
}

} // namespace adoube::server::websocket
