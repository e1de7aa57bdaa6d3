#pragma once
// The address at which viewers are taken in.

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <expected>
#include <string>

namespace adoube::server {

struct CannotListen {
    std::string sentence;
    bool is_in_use = false;
};
/// `port` 0: any that is free.
std::expected<boost::asio::ip::tcp::acceptor, CannotListen>
listen(boost::asio::any_io_executor executor, const std::string& address, std::uint16_t port);

} // namespace adoube::server
