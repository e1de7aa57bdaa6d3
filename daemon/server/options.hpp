#pragma once
// Options and limits of the display server.

#include "daemon/server/gate.hpp"
#include "daemon/server/origin.hpp"
#include "daemon/server/router.hpp"
#include "daemon/server/tls.hpp"
#include "daemon/server/wall.hpp"
#include "daemon/time/instant.hpp"

#include <chrono>
#include <functional>

namespace adoube::server {

struct ViewerLimits {
    /// Bounds on queued output; the first piece may be of any size.
    std::size_t queue_count = 256, queue_bytes = 1 << 20;
    /// A viewer is cut after this silence (no pong either).
    std::chrono::milliseconds silence{45'000};
    /// Time for a dismissed viewer to take the reason.
    std::chrono::milliseconds farewell{5'000};
    /// For pings and pongs, and messages.
    int messages_burst = 60, messages_per_s = 10;
    /// Of a message; 0: all are refused.
    std::size_t message_bytes = 0;
};

inline UtcMs utc_ms() {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return UtcMs(std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count());
}

struct Options {
    std::string address = "127.0.0.1"; // this computer only
    std::uint16_t port = 0;            // 0: any free port
    std::optional<TlsFiles> tls{};     // absent: plain HTTP
    Proxies trusted_proxies{};
    /// Other sites whose pages may open the live feed; also names of this server.
    std::vector<Origin> origins{};
    /// Other sites whose pages may show those of the games in a frame, parted by spaces.
    std::string framed_by{};
    Wall wall{};
    SignGame sign_game{};

    std::size_t max_connections = 20'000;
    GateLimits gate{};
    /// For a TLS handshake, from a response to the end of the next headers, however slow, and for sending a
    /// response.
    std::chrono::milliseconds request_timeout{15'000};
    std::size_t header_bytes = 8'192, header_count = 64;
    /// Interval of pings and times of day.
    std::chrono::milliseconds heartbeat{10'000};
    ViewerLimits viewer{};
    /// Sent to viewers; must be the clock that stamps the games.
    std::function<UtcMs()> now_ms = utc_ms;

    /// Takes rare notices of one sentence: a certificate renewed or not, an address held back. `is_trouble`:
    /// needs action.
    std::function<void(const std::string& sentence, bool is_trouble)> tell{};
};

/// Whether the network can read the traffic, tokens included: not on loopback, no TLS, no trusted proxy.
bool is_readable_on_the_way(const Options& options);

} // namespace adoube::server
