#pragma once
// Where a page that asks comes from (the Origin header, RFC 6454), and by what name it asks (Host, RFC 9110,
// section 7.2). A browser lets a page of any site open a WebSocket to any other, and believes whatever
// address a name has just now; it is for the server to look at both.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::server {

/// "https://live.example.org", "http://[::1]:8080".
struct Origin {
    bool https = false;
    std::string host; // in small letters; an IPv6 address in its shortest form, without brackets
    std::uint16_t port = 0;

    friend bool operator==(const Origin&, const Origin&) = default;
};
std::optional<Origin> parse_origin(std::string_view text);

struct Host {
    std::string host; // as in Origin
    std::optional<std::uint16_t> port;
};
std::optional<Host> parse_host(std::string_view text);

/// Whether a page from `origin` may open a WebSocket at `host`: it is from there, or from one of `others`.
bool is_welcome(std::string_view origin, std::string_view host, const std::vector<Origin>& others);

/// Whether nobody can make `host` mean this computer who does not own the name anyway: an IP address,
/// localhost, or the name of one of `others`. A page of any other name may have had it pointed here (DNS
/// rebinding), and would be taken by the browser for one of ours.
bool is_own_name(std::string_view host, const std::vector<Origin>& others);

} // namespace adoube::server
