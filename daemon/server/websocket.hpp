#pragma once
// The WebSocket protocol (RFC 6455) as far as a feed needs it: the server speaks, the viewer only listens,
// pings, and closes. Bytes in, bytes out; no socket. We own the framing so that one prebuilt frame serves
// every viewer.

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::server::websocket {

/// The Sec-WebSocket-Accept that answers a Sec-WebSocket-Key (section 4.2.2).
std::string accept_key(std::string_view key);

enum class Opcode : std::uint8_t {
    continuation = 0x0,
    text = 0x1,
    binary = 0x2,
    close = 0x8,
    ping = 0x9,
    pong = 0xa
};

/// Section 7.4.1 and the registry it opens.
enum class Close : std::uint16_t {
    normal = 1000,
    going_away = 1001,
    protocol_error = 1002,
    unsupported_data = 1003,
    policy_violation = 1008,
    try_again_later = 1013
};

/// One whole unmasked frame.
std::string frame(Opcode opcode, std::string_view payload);
/// `reason` is for people; what is beyond the 123 bytes that fit is cut.
std::string close_frame(Close code, std::string_view reason);

struct Control {
    Opcode opcode; // close, ping or pong
    std::string payload;
};
struct Refusal {
    Close code;
    std::string_view reason;
};

/// Reads what a viewer sends. Holds one control frame at most (125 bytes), whatever comes in.
class FrameReader {
  public:
    /// The control frames that `bytes` completes; a refusal, after which the connection must be closed, for
    /// frames that break the protocol and for data, which this feed does not take.
    std::expected<std::vector<Control>, Refusal> feed(std::string_view bytes);

  private:
    std::string held_; // an incomplete frame
};

} // namespace adoube::server::websocket
