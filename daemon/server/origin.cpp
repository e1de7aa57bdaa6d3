#include "daemon/server/origin.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>

namespace adoube::server {
namespace {

namespace ip = boost::asio::ip;
using boost::system::error_code;

constexpr std::size_t longest_name = 253; // RFC 1035

bool is_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

std::optional<std::string> parse_name(std::string_view text) {
    if (text.empty() || text.size() > longest_name) return std::nullopt;
    std::string name(text);
    for (char& c : name)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (!std::ranges::all_of(name, is_of_name)) return std::nullopt;
    return name;
}

std::optional<std::string> parse_bracketed(std::string_view text) {
    error_code error;
    const auto address = ip::make_address_v6(std::string(text), error);
    if (error || text.contains('%')) return std::nullopt;
    return address.to_string();
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return port;
}

std::uint16_t usual_port(bool https) { return https ? 443 : 80; }

bool is_address(const std::string& host) {
    error_code error;
    ip::make_address(host, error);
    return !error;
}

} // namespace

std::optional<Host> parse_host(std::string_view text) {
    const bool bracketed = text.starts_with('[');
    const auto name_end = bracketed ? text.find(']') : text.find(':');
    if (bracketed && name_end == std::string_view::npos) return std::nullopt;
    auto name =
        bracketed ? parse_bracketed(text.substr(1, name_end - 1)) : parse_name(text.substr(0, name_end));
    if (!name) return std::nullopt;
    Host host{std::move(*name), std::nullopt};
    const auto rest =
        name_end == std::string_view::npos ? std::string_view() : text.substr(name_end + (bracketed ? 1 : 0));
    if (rest.empty()) return host;
    if (!rest.starts_with(':')) return std::nullopt;
    host.port = parse_port(rest.substr(1));
    if (!host.port) return std::nullopt;
    return host;
}

std::optional<Origin> parse_origin(std::string_view text) {
    constexpr std::string_view http = "http://", https = "https://";
    const bool is_https = text.starts_with(https);
    if (!is_https && !text.starts_with(http)) return std::nullopt;
    const auto host = parse_host(text.substr(is_https ? https.size() : http.size()));
    if (!host) return std::nullopt;
    return Origin{is_https, host->host, host->port.value_or(usual_port(is_https))};
}

bool is_welcome(std::string_view origin, std::string_view host, const std::vector<Origin>& others) {
    const auto from = parse_origin(origin);
    if (!from) return false;
    if (std::ranges::find(others, *from) != others.end()) return true;
    const auto here = parse_host(host);
    return here && here->host == from->host && here->port.value_or(usual_port(from->https)) == from->port;
}

bool is_own_name(std::string_view host, const std::vector<Origin>& others) {
    const auto asked = parse_host(host);
    if (!asked) return false;
    const std::string& name = asked->host;
    return name == "localhost" || name.ends_with(".localhost") || is_address(name) ||
           std::ranges::find(others, name, &Origin::host) != others.end();
}

} // namespace adoube::server
