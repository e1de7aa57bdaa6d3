#pragma once
// Opens the listening socket.

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <expected>
#include <string>

namespace adoube::server {

/// `port` 0: any free port. The error is one sentence.
std::expected<boost::asio::ip::tcp::acceptor, std::string>
listen(boost::asio::any_io_executor executor, const std::string& address, std::uint16_t port);

} // namespace adoube::server
