#pragma once
// Heads of responses (RFC 9112), serialised by Beast; all of its templates for that live behind this.

#include "daemon/server/router.hpp"

namespace adoube::server {

/// With the empty line. Over TLS, adds HSTS.
std::string head_of(const Response& response, bool keep_alive, bool over_tls = false);

/// Answers a valid WebSocket handshake with `key` (RFC 6455, 4.2.2). `protocol`: empty, or the one chosen.
std::string head_of_websocket(std::string_view key, std::string_view protocol);

} // namespace adoube::server
