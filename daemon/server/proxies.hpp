#pragma once
// The client's address: the peer or, behind a trusted proxy, the address it forwards.

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::server {

using Address = boost::asio::ip::address;

/// Turns an IPv4-mapped IPv6 address back into IPv4.
Address plain(const Address& address);

class Proxies {
  public:
    /// Each "127.0.0.1" or "10.0.0.0/8", "::1" or "fd00::/8". The error is one sentence.
    static std::expected<Proxies, std::string> parse(const std::vector<std::string>& networks);

    bool none() const { return v4_.empty() && v6_.empty(); }
    bool trusts(const Address& peer) const;
    /// `forwarded_for`: X-Forwarded-For, its lines joined by commas. Each hop appends the address it saw, so
    /// entries are read from the end, and only while a trusted proxy wrote them.
    Address client(const Address& peer, std::string_view forwarded_for) const;

  private:
    std::vector<boost::asio::ip::network_v4> v4_;
    std::vector<boost::asio::ip::network_v6> v6_;
};

} // namespace adoube::server
