#pragma once
// How a token comes with a request: RFC 6750, section 2.1, and for the WebSockets of browsers, which send no
// header fields of their own, among the protocols offered (RFC 6455, section 4.1), as Kubernetes has it.
// Never in an address, which logs keep, nor in a cookie, which a browser sends by itself.

#include "daemon/access/token_text.hpp"

#include <optional>

namespace adoube::access {

/// The protocol of an arbiter's feed, to be offered beside `bearer.TOKEN`: this one is the answer, so that no
/// token is sent back.
inline constexpr std::string_view feed_protocol = "adoube.arbiter";

/// What stands in the fields; empty: they are not there.
struct Shown {
    std::string_view authorization;           // Authorization
    std::string_view websocket_protocol = {}; // Sec-WebSocket-Protocol
};

/// `none`: no token was shown at all. `wrong`: something, but no token; which part is wrong is nobody's
/// business.
enum class NoToken : std::uint8_t { none, wrong };
std::expected<TokenHash, NoToken> token_in(const Shown& shown);

/// Whether the protocols offered have `feed_protocol` among them.
bool offers_feed(std::string_view websocket_protocol);

} // namespace adoube::access
