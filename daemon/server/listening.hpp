#pragma once
// The listening socket, and what it accepts.

#include "daemon/server/router.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <expected>
#include <functional>
#include <string>

namespace adoube::server {

/// `port` 0: any free port. The error is one sentence.
std::expected<boost::asio::ip::tcp::acceptor, std::string>
listen(boost::asio::any_io_executor executor, const std::string& address, std::uint16_t port);

/// Gives each connection to `take`, until `acceptor` is closed.
boost::asio::awaitable<void> accept_each(boost::asio::ip::tcp::acceptor& acceptor,
                                         std::function<void(boost::asio::ip::tcp::socket)> take);
/// Without waiting for a request.
void turn_away(boost::asio::ip::tcp::socket& socket, const Response& why);

} // namespace adoube::server
