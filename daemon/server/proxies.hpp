#pragma once
// Who is at the other end: the peer of a connection or, where that is a proxy of ours, whoever it passes on.

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::server {

using Address = boost::asio::ip::address;

/// An IPv4 address that came in on an IPv6 socket is one of IPv4 again.
Address plain(const Address& address);

class Proxies {
  public:
    /// Each "127.0.0.1" or "10.0.0.0/8", "::1" or "fd00::/8". The error is one sentence.
    static std::expected<Proxies, std::string> parse(const std::vector<std::string>& networks);

    bool none() const { return v4_.empty() && v6_.empty(); }
    bool trusts(const Address& peer) const;
    /// `forwarded_for`: X-Forwarded-For, its lines joined by commas. Every hop adds at the end the address
    /// that it saw, so it is believed from the end on, as far as proxies of ours wrote it, and no further;
    /// from others than them not at all.
    Address client(const Address& peer, std::string_view forwarded_for) const;

  private:
    std::vector<boost::asio::ip::network_v4> v4_;
    std::vector<boost::asio::ip::network_v6> v6_;
};

} // namespace adoube::server
