#pragma once
// IP addresses, one by one or as whole networks.

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <expected>
#include <string>
#include <vector>

namespace adoube::server {

using Address = boost::asio::ip::address;

/// Turns an IPv4-mapped IPv6 address back into IPv4.
Address plain(const Address& address);

class Networks {
  public:
    /// Each "127.0.0.1" or "10.0.0.0/8", "::1" or "fd00::/8". The error is one sentence, without a subject.
    static std::expected<Networks, std::string> parse(const std::vector<std::string>& texts);
    /// Those that the internet does not reach: this computer, private addresses (RFC 1918, RFC 4193) and
    /// links.
    static Networks local();

    bool none() const { return v4_.empty() && v6_.empty(); }
    bool have(const Address& address) const;

  private:
    std::vector<boost::asio::ip::network_v4> v4_;
    std::vector<boost::asio::ip::network_v6> v6_;
};

} // namespace adoube::server
