#include "daemon/server/networks.hpp"

#include <algorithm>

namespace adoube::server {

namespace ip = boost::asio::ip;

Address plain(const Address& address) {
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return ip::make_address_v4(ip::v4_mapped, address.to_v6());
    return address;
}

std::expected<Networks, std::string> Networks::parse(const std::vector<std::string>& texts) {
    Networks networks;
    for (const std::string& text : texts) {
        const bool is_v6 = text.contains(':'), is_whole = !text.contains('/');
        boost::system::error_code error;
        if (is_v6)
            networks.v6_.push_back(ip::make_network_v6(is_whole ? text + "/128" : text, error).canonical());
        else
            networks.v4_.push_back(ip::make_network_v4(is_whole ? text + "/32" : text, error).canonical());
        if (error)
            return std::unexpected("\"" + text +
                                   "\" is no address: write 127.0.0.1, or 10.0.0.0/8 for a network");
    }
    return networks;
}

Networks Networks::local() {
    return *parse({"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1",
                   "fc00::/7", "fe80::/10"});
}

bool Networks::have(const Address& address) const {
    const Address bare = plain(address);
    if (bare.is_v4())
        return std::ranges::any_of(v4_, [&](const ip::network_v4& network) {
            return ip::network_v4(bare.to_v4(), network.prefix_length()).network() == network.network();
        });
    ip::address_v6 v6 = bare.to_v6();
    v6.scope_id(0);
    return std::ranges::any_of(v6_, [&](const ip::network_v6& network) {
        return ip::network_v6(v6, network.prefix_length()).network() == network.network();
    });
}

} // namespace adoube::server
