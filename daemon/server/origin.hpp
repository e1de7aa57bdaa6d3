#pragma once
// Checks of Origin (RFC 6454) and Host (RFC 9110, section 7.2). Browsers let any page open a WebSocket to any
// site and trust whatever address a name has at the moment, so the server must check both.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::server {

/// "https://live.example.org", "http://[::1]:8080".
struct Origin {
    bool https = false;
    std::string host; // lower case; IPv6 in its shortest form, without brackets
    std::uint16_t port = 0;

    friend bool operator==(const Origin&, const Origin&) = default;
};
std::optional<Origin> parse_origin(std::string_view text);

struct Host {
    std::string host; // as in Origin
    std::optional<std::uint16_t> port;
};
std::optional<Host> parse_host(std::string_view text);

/// Whether a page from `origin` may open a WebSocket at `host`: they match, or `others` has the origin.
bool is_welcome(std::string_view origin, std::string_view host, const std::vector<Origin>& others);

/// Whether only its owner can point `host` here: an IP address, localhost, or a name in `others`. Any other
/// name may be DNS rebinding, whose page the browser would take for ours.
bool is_own_name(std::string_view host, const std::vector<Origin>& others);

} // namespace adoube::server
