#pragma once
// The client's address: the peer or, behind a trusted proxy, the address it forwards.

#include "daemon/server/networks.hpp"

#include <string_view>

namespace adoube::server {

class Proxies {
  public:
    Proxies() = default;
    explicit Proxies(Networks networks) : networks_(std::move(networks)) {}

    bool none() const { return networks_.none(); }
    bool trusts(const Address& peer) const { return networks_.have(peer); }
    /// `forwarded_for`: X-Forwarded-For, its lines joined by commas. Each hop appends the address it saw, so
    /// entries are read from the end, and only while a trusted proxy wrote them.
    Address client(const Address& peer, std::string_view forwarded_for) const;

  private:
    Networks networks_;
};

} // namespace adoube::server
