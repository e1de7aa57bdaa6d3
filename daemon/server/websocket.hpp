#pragma once
// WebSocket (RFC 6455), the server's side: for a feed, whose viewers only ping and close, and for short
// messages from clients. No socket here. Own framing lets one prebuilt frame serve every viewer.

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::server::websocket {

/// Sec-WebSocket-Accept (section 4.2.2).
std::string accept_key(std::string_view key);

enum class Opcode : std::uint8_t {
    continuation = 0x0,
    text = 0x1,
    binary = 0x2,
    close = 0x8,
    ping = 0x9,
    pong = 0xa
};

/// Section 7.4.1 and its registry.
enum class Close : std::uint16_t {
    normal = 1000,
    going_away = 1001,
    protocol_error = 1002,
    unsupported_data = 1003,
    policy_violation = 1008,
    message_too_big = 1009,
    try_again_later = 1013
};

/// Unmasked, in one frame.
std::string frame(Opcode opcode, std::string_view payload);
/// `reason` is cut to the 123 bytes that fit.
std::string close_frame(Close code, std::string_view reason);

struct Received {
    Opcode opcode; // close, ping, pong; or text, a whole message
    std::string payload;
};
struct Refusal {
    Close code;
    std::string_view reason;
};

/// Keeps at most one control frame (125 bytes) and one message.
class FrameReader {
  public:
    /// Of one message; empty ones would otherwise come without end.
    static constexpr std::size_t most_pieces = 256;

    /// In bytes; 0: takes control frames alone.
    explicit FrameReader(std::size_t longest_message = 0) : longest_message_(longest_message) {}

    /// What `bytes` completes. Close the connection after a refusal (of data or a protocol error).
    std::expected<std::vector<Received>, Refusal> feed(std::string_view bytes);

  private:
    struct Head {
        Opcode opcode;
        bool is_final;
        std::size_t size, payload_size; // of the head with its mask, and of what follows
    };
    /// Empty: more bytes are needed.
    std::expected<std::optional<Head>, Refusal> head_at(std::size_t at) const;
    std::optional<Refusal> refusal(const Head& head) const;
    std::string unmasked(std::size_t at, const Head& head) const;

    std::size_t longest_message_;
    std::string held_;                   // an incomplete frame
    std::optional<std::string> message_; // begun, in pieces
    std::size_t pieces_ = 0;             // of `message_`
};

} // namespace adoube::server::websocket
