#pragma once
// What the server counts.

#include <cstddef>
#include <cstdint>

namespace adoube::server {

struct Stats {
    std::size_t connections = 0, viewers = 0; // now; the rest ever
    std::uint64_t connections_refused = 0;    // there were too many, in all or from one address
    std::uint64_t connections_late = 0;       // cut: silent or slow beyond a time limit
    std::uint64_t handshakes_failed = 0;      // TLS
    std::uint64_t requests_refused = 0;       // not HTTP, or more than the limits allow
    std::uint64_t requests_too_many = 0;      // from one address in a short time
    std::uint64_t strangers_refused = 0;      // a page of another site, or by a name that is not ours
    std::uint64_t viewers_too_slow = 0;       // sent away
    std::uint64_t viewers_too_talkative = 0;  // sent away
};

} // namespace adoube::server
