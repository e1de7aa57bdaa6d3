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

Address plain(const Address& address) {
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return ip::make_address_v4(ip::v4_mapped, address.to_v6());
    return address;
}

std::expected<Proxies, std::string> Proxies::parse(const std::vector<std::string>& networks) {
    Proxies proxies;
    for (const std::string& text : networks) {
        const bool is_v6 = text.contains(':'), is_whole = !text.contains('/');
        error_code error;
        if (is_v6)
            proxies.v6_.push_back(ip::make_network_v6(is_whole ? text + "/128" : text, error).canonical());
        else
            proxies.v4_.push_back(ip::make_network_v4(is_whole ? text + "/32" : text, error).canonical());
        if (error)
            return std::unexpected("trusted_proxies: \"" + text +
                                   "\" is no address: write 127.0.0.1, or 10.0.0.0/8 for a network");
    }
    return proxies;
}

bool Proxies::trusts(const Address& peer) const {
    const Address address = plain(peer);
    if (address.is_v4())
        return std::ranges::any_of(v4_, [&](const ip::network_v4& network) {
            return ip::network_v4(address.to_v4(), network.prefix_length()).network() == network.network();
        });
    ip::address_v6 bare = address.to_v6();
    bare.scope_id(0);
    return std::ranges::any_of(v6_, [&](const ip::network_v6& network) {
        return ip::network_v6(bare, network.prefix_length()).network() == network.network();
    });
}

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
