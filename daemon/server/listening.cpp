#include "daemon/server/listening.hpp"

namespace adoube::server {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

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

} // namespace adoube::server
