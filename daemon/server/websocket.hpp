#pragma once
// WebSocket (RFC 6455) for a feed: the server sends, the viewer only pings and closes. No socket here. Own
// framing lets one prebuilt frame serve every viewer.

#include <cstdint>
#include <expected>
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
    try_again_later = 1013
};

/// Unmasked, in one frame.
std::string frame(Opcode opcode, std::string_view payload);
/// `reason` is cut to the 123 bytes that fit.
std::string close_frame(Close code, std::string_view reason);

struct Control {
    Opcode opcode; // close, ping or pong
    std::string payload;
};
struct Refusal {
    Close code;
    std::string_view reason;
};

/// Keeps at most one control frame (125 bytes).
class FrameReader {
  public:
    /// The control frames that `bytes` completes. Close the connection after a refusal (of data or a protocol
    /// error).
    std::expected<std::vector<Control>, Refusal> feed(std::string_view bytes);

  private:
    std::string held_; // an incomplete frame
};

} // namespace adoube::server::websocket
