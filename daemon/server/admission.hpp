#pragma once
// What everybody must pass who comes from outside: how many there may be, how much each may ask, by what name
// and from what page. No I/O; time comes with the calls.

#include "daemon/server/options.hpp"
#include "daemon/server/router.hpp"
#include "daemon/server/stats.hpp"

namespace adoube::server {

/// One connection, from the wall's side.
struct Guest {
    Address peer;
    Gate::Place place{}; // of a proxy's connection: that of the viewer who comes by it
};

class Admission {
  public:
    /// Both outlive it.
    Admission(const Options& options, Stats& stats);

    /// What a new connection is told that may not stay.
    std::optional<Response> refuse(Guest& guest, Gate::Time now);
    /// The same for a request on it.
    std::optional<Response> refuse(Guest& guest, const Request& request, Gate::Time now);

    /// Who asks: the IPv4 address, or the /64 of IPv6.
    std::string name_of(const Guest& guest, const Request& request) const;

    /// To be called now and then.
    void tidy(Gate::Time now) { gate_.tidy(now); }

  private:
    std::optional<Response> refuse_stranger(const Request& request);
    bool ask(const Address& client, Gate::Time now);
    bool enter(Guest& guest, const Address& client, Gate::Time now);
    void tell_of(const Address& client, const std::string& why);

    const Options& options_;
    Stats& stats_;
    bool names_matter_;
    Gate gate_;
};

/// For whoever speaks HTTP where TLS is expected: the address to use, where that can be told.
Response use_https(const Request& request);

} // namespace adoube::server
