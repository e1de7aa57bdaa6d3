#pragma once
// An accepted socket and the time by which something must have happened on it. The server looks through all
// connections once a second and cuts those whose time has passed: no timer for each.

#include <boost/asio/ip/tcp.hpp>
#include <chrono>

namespace adoube::server {

struct Connection {
    using Clock = std::chrono::steady_clock;

    boost::asio::ip::tcp::socket socket;
    Clock::time_point deadline{};

    void expires_after(Clock::duration duration) { deadline = Clock::now() + duration; }
    void cut() {
        boost::system::error_code ignored;
        socket.close(ignored);
    }
};

} // namespace adoube::server
