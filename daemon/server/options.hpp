#pragma once
// Where the display server listens, and what it lets anyone take from it.

#include <chrono>
#include <cstdint>
#include <string>

namespace adoube::server {

struct ViewerLimits {
    /// Of what waits while a viewer's socket takes nothing; the first piece may be of any size.
    std::size_t queue_count = 256, queue_bytes = 1 << 20;
    /// A viewer that has sent nothing, not even the answer to a ping, for so long is gone.
    std::chrono::milliseconds silence{45'000};
    /// How long one that is sent away has to take the reason.
    std::chrono::milliseconds farewell{5'000};
};

struct Options {
    std::string address = "127.0.0.1"; // nobody else, unless told otherwise
    std::uint16_t port = 0;            // 0: any free one
    std::size_t max_connections = 20'000;
    /// From one response to the end of the next request's headers, and for a response to be taken.
    std::chrono::milliseconds request_timeout{15'000};
    /// Viewers get a ping and the time of day so often.
    std::chrono::milliseconds heartbeat{10'000};
    ViewerLimits viewer{};
};

} // namespace adoube::server
