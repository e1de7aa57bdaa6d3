#include "daemon/server/proxies.hpp"

#include <algorithm>
#include <optional>

namespace adoube::server {
namespace {

namespace ip = boost::asio::ip;
using boost::system::error_code;

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// An address; some proxies add the port.
std::optional<Address> address_in(std::string_view hop) {
    if (hop.starts_with('[') && hop.contains(']'))
        hop = hop.substr(1, hop.find(']') - 1);
    else if (std::ranges::count(hop, ':') == 1)
        hop = hop.substr(0, hop.find(':'));
    constexpr std::size_t longest = 45; // characters, IPv6
    if (hop.empty() || hop.size() > longest) return std::nullopt;
    error_code error;
    const Address address = ip::make_address(std::string(hop), error);
    if (error) return std::nullopt;
    return plain(address);
}

} // namespace

Address Proxies::client(const Address& peer, std::string_view forwarded_for) const {
    Address client = plain(peer);
    while (trusts(client) && !forwarded_for.empty()) {
        const auto comma = forwarded_for.rfind(',');
        const bool last = comma == std::string_view::npos;
        const auto hop = address_in(trimmed(last ? forwarded_for : forwarded_for.substr(comma + 1)));
        if (!hop) break;
        client = *hop;
        forwarded_for = forwarded_for.substr(0, last ? 0 : comma);
    }
    return client;
}

} // namespace adoube::server
