#pragma once
// Where the display server listens, and what it lets anyone take from it.

#include "daemon/server/gate.hpp"
#include "daemon/server/origin.hpp"
#include "daemon/server/tls.hpp"
#include "daemon/time/instant.hpp"

#include <chrono>
#include <functional>

namespace adoube::server {

struct ViewerLimits {
    /// Of what waits while a viewer's socket takes nothing; the first piece may be of any size.
    std::size_t queue_count = 256, queue_bytes = 1 << 20;
    /// A viewer that has sent nothing, not even the answer to a ping, for so long is gone.
    std::chrono::milliseconds silence{45'000};
    /// How long one that is sent away has to take the reason.
    std::chrono::milliseconds farewell{5'000};
    /// Of what a viewer sends: pings, and answers to ours. Messages are not taken at all, and neither is a
    /// frame beyond the 125 bytes of those.
    int messages_burst = 60, messages_per_s = 10;
};

/// The computer's UTC.
inline UtcMs utc_ms() {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return UtcMs(std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count());
}

struct Options {
    std::string address = "127.0.0.1"; // nobody else, unless told otherwise
    std::uint16_t port = 0;            // 0: any free one
    std::optional<TlsFiles> tls{};     // absent: plain HTTP
    Proxies trusted_proxies{};
    /// Sites, beside this one, whose pages may open the live feed, and whose names this server goes by.
    std::vector<Origin> origins{};

    std::size_t max_connections = 20'000;
    GateLimits gate{};
    /// For a TLS handshake; from one response to the end of the next request's headers, however they trickle
    /// in; and for a response to be taken.
    std::chrono::milliseconds request_timeout{15'000};
    std::size_t header_bytes = 8'192, header_count = 64;
    /// Viewers get a ping and the time of day so often.
    std::chrono::milliseconds heartbeat{10'000};
    ViewerLimits viewer{};
    /// The time of day that viewers are told: of the clock by which those of the games are right.
    std::function<UtcMs()> now_ms = utc_ms;

    /// Told in one sentence, seldom, what whoever runs the hall should know: a certificate is renewed or
    /// could not be, an address is held back. `is_trouble`: there is something to be done.
    std::function<void(const std::string& sentence, bool is_trouble)> tell{};
};

/// Whether whoever is on the network between can read what is asked and answered, tokens too: it listens for
/// others than this computer, without TLS, and no proxy is said to stand before it.
bool is_readable_on_the_way(const Options& options);

} // namespace adoube::server
