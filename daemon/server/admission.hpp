#pragma once
// Checks on clients: connections, request rate, Host, Origin. No I/O; time comes with the calls.

#include "daemon/server/options.hpp"
#include "daemon/server/router.hpp"
#include "daemon/server/stats.hpp"

namespace adoube::server {

struct Guest {
    Address peer;
    Gate::Place place{}; // through a proxy: the viewer's
};

class Admission {
  public:
    /// Both arguments must outlive it.
    Admission(const Options& options, Stats& stats);

    std::optional<Response> refuse(Guest& guest, Gate::Time now);
    std::optional<Response> refuse(Guest& guest, const Request& request, Gate::Time now);

    /// The client; as a name: an IPv4 address or an IPv6 /64.
    std::string name_of(const Guest& guest, const Request& request) const;
    Address address_of(const Guest& guest, const Request& request) const;

    /// Call now and then.
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

/// A program here asks for this computer, by an address that nobody else can be: no proxy does.
bool is_from_this_computer(const Options& options, const Guest& guest, const Request& request);

/// Answers HTTP where TLS is expected: 308 with the https address if known, else 426.
Response use_https(const Request& request);

} // namespace adoube::server
