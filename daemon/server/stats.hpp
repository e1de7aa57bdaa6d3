#pragma once
// The server's counters.

#include <cstddef>
#include <cstdint>

namespace adoube::server {

struct Stats {
    std::size_t connections = 0, viewers = 0; // now; the rest since the start
    std::uint64_t connections_refused = 0;    // too many, in all or from one address
    std::uint64_t connections_gave_way = 0;   // sent no request, and others came
    std::uint64_t connections_late = 0;       // cut at a time limit
    std::uint64_t handshakes_failed = 0;      // TLS
    std::uint64_t requests_refused = 0;       // not HTTP, or beyond the limits
    std::uint64_t requests_too_many = 0;      // rate limit of an address
    std::uint64_t strangers_refused = 0;      // a foreign page or Host
    std::uint64_t viewers_too_slow = 0;
    std::uint64_t viewers_too_talkative = 0;
};

} // namespace adoube::server
