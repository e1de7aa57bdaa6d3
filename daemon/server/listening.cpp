#include "daemon/server/listening.hpp"

#include "daemon/boost/as_tuple.hpp"
#include "daemon/server/response_head.hpp"

#include <boost/asio/steady_timer.hpp>

namespace adoube::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr int send_buffer_bytes = 64 * 1024; // the kernel's, for one connection

std::string why_not(const std::string& address, std::uint16_t port, error_code error) {
    const std::string where = address + " port " + std::to_string(port);
    if (error == boost::asio::error::address_in_use)
        return "Another program already listens on " + where + ": stop it, or choose another port.";
    if (error == boost::asio::error::access_denied)
        return "Listening on " + where + " is not permitted: choose a port above 1023.";
    return "Cannot listen on " + where + ": " + error.message() + ".";
}

} // namespace

std::expected<tcp::acceptor, std::string> listen(boost::asio::any_io_executor executor,
                                                 const std::string& address, std::uint16_t port) {
    error_code error;
    const tcp::endpoint endpoint(boost::asio::ip::make_address(address, error), port);
    if (error) return std::unexpected("\"" + address + "\" is no IP address to listen on.");
    tcp::acceptor acceptor(executor);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(boost::asio::socket_base::max_listen_connections, error);
    if (error) return std::unexpected(why_not(address, port, error));
    return acceptor;
}

asio::awaitable<void> accept_each(tcp::acceptor& acceptor, std::function<void(tcp::socket)> take) {
    while (acceptor.is_open()) {
        auto [error, socket] = co_await acceptor.async_accept(as_tuple);
        if (!acceptor.is_open()) break;
        if (error) { // mostly no file descriptors left; open connections go on
            asio::steady_timer pause(acceptor.get_executor(), std::chrono::milliseconds(200));
            co_await pause.async_wait(as_tuple);
            continue;
        }
        socket.set_option(tcp::no_delay(true), error);
        socket.set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), error);
        take(std::move(socket));
    }
}

void turn_away(tcp::socket& socket, const Response& why) {
    error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(asio::buffer(head_of(why, false) + why.body), ignored);
}

} // namespace adoube::server
