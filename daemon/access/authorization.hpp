#pragma once
// How a token comes with a request: by RFC 6750, section 2.1, or, as browsers' WebSockets send no own header
// fields, among the protocols offered (RFC 6455, section 4.1), as in Kubernetes. Never in a URL, which logs
// keep, or a cookie, which browsers send unasked.

#include "daemon/access/token_text.hpp"

#include <optional>

namespace adoube::access {

/// Offered beside `bearer.TOKEN`; the answer names this protocol, so that no token is sent back.
inline constexpr std::string_view feed_protocol = "adoube.arbiter";

/// Header fields; empty if absent.
struct Shown {
    std::string_view authorization;           // Authorization
    std::string_view websocket_protocol = {}; // Sec-WebSocket-Protocol
};

/// `wrong`: something that is no token; what is wrong is not told.
enum class NoToken : std::uint8_t { none, wrong };
std::expected<TokenHash, NoToken> token_in(const Shown& shown);

bool offers_feed(std::string_view websocket_protocol);

} // namespace adoube::access
