#include "daemon/server/response_head.hpp"

#include "daemon/server/websocket.hpp"

#include <array>
#include <boost/beast/http/write.hpp>
#include <sstream>
#include <utility>

namespace adoube::server {
namespace {

namespace http = boost::beast::http;
using Head = http::response_header<>;

/// Browsers may show pages of this server only with parts from here alone.
constexpr std::string_view policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors ";

constexpr std::array<std::pair<const char*, const char*>, 5> manners{{
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Permissions-Policy", "camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
}};

Head head_with(http::status status) {
    Head head;
    head.result(status);
    head.version(11);
    return head;
}

std::string serialised(const Head& head) {
    std::ostringstream text;
    text << head;
    return std::move(text).str();
}

} // namespace

std::string head_of(const Response& response, bool keep_alive, bool over_tls) {
    auto head = head_with(http::int_to_status(response.status));
    head.set(http::field::content_type, response.type);
    head.set(http::field::content_length, std::to_string(response.size()));
    // Pages are revalidated: a new daemon has new ones.
    head.set(http::field::cache_control, response.etag.empty() ? "no-store" : "no-cache");
    if (!response.etag.empty()) head.set(http::field::etag, response.etag);
    for (const auto& [name, value] : response.fields) head.set(name, value);
    const auto framed_by = response.framed_by.empty() ? std::string("'none'") : response.framed_by;
    head.set("Content-Security-Policy", std::string(policy) + framed_by);
    for (const auto& [name, value] : manners) head.set(name, value);
    if (over_tls) head.set(http::field::strict_transport_security, "max-age=2592000");
    const bool upgrades = head.count(http::field::upgrade) > 0; // RFC 9110, 7.8
    head.set(http::field::connection,
             std::string(upgrades ? "Upgrade, " : "") + (keep_alive ? "keep-alive" : "close"));
    return serialised(head);
}

std::string head_of_websocket(std::string_view key, std::string_view protocol) {
    auto head = head_with(http::status::switching_protocols);
    head.set(http::field::upgrade, "websocket");
    head.set(http::field::connection, "Upgrade");
    head.set(http::field::sec_websocket_accept, websocket::accept_key(key));
    if (!protocol.empty()) head.set(http::field::sec_websocket_protocol, protocol);
    return serialised(head);
}

} // namespace adoube::server
