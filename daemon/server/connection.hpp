#pragma once
// An accepted connection and its deadline. One scan a second replaces a timer for each.

#include "daemon/server/stream.hpp"

#include <chrono>
#include <cstdint>

namespace adoube::server {

struct Connection {
    using Clock = std::chrono::steady_clock;

    explicit Connection(boost::asio::ip::tcp::socket socket) : stream(std::move(socket)) {}

    Stream stream;
    Clock::time_point deadline{};
    std::uint64_t waits_as = 0; // among those that wait for a request; 0: it does not

    void expires_after(Clock::duration duration) { deadline = Clock::now() + duration; }
    void cut() { stream.close(); }
};

} // namespace adoube::server
