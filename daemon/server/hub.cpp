#include "daemon/server/hub.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace adoube::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

constexpr auto token = asio::as_tuple(asio::use_awaitable);
constexpr int send_buffer_bytes = 64 * 1024; // what the system may hold for one viewer

std::int64_t utc_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Frames time_frame() {
    return std::make_shared<const std::string>(
        frame(websocket::Opcode::text, R"({"type":"now","now":)" + std::to_string(utc_ms()) + '}'));
}

std::string cannot_listen(const Options& options, error_code error) {
    const std::string where = options.address + " port " + std::to_string(options.port);
    if (error == asio::error::address_in_use)
        return "Another program already listens on " + where + ": stop it, or choose another port.";
    if (error == asio::error::access_denied)
        return "Listening on " + where + " is not permitted: choose a port above 1023.";
    return "Cannot listen on " + where + ": " + error.message() + ".";
}

} // namespace

Hub::Hub(asio::any_io_executor executor, Options options)
    : executor_(executor), options_(std::move(options)), acceptor_(executor), timer_(executor),
      feed_(std::to_string(utc_ms())) {}

std::expected<void, std::string> Hub::listen() {
    error_code error;
    const auto address = asio::ip::make_address(options_.address, error);
    if (error) return std::unexpected("\"" + options_.address + "\" is no IP address to listen on.");
    const tcp::endpoint endpoint(address, options_.port);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return std::unexpected(cannot_listen(options_, error));
    port_ = acceptor_.local_endpoint(error).port();
    return {};
}

void Hub::start() {
    const auto self = shared_from_this();
    asio::co_spawn(
        executor_, [self] { return self->accept(); }, asio::detached);
    asio::co_spawn(
        executor_, [self] { return self->look_after(); }, asio::detached);
}

void Hub::stop() {
    stopped_ = true;
    error_code ignored;
    acceptor_.close(ignored);
    timer_.cancel();
    for (const auto& viewer : viewers_)
        viewer->close(websocket::Close::going_away, "the server is going down");
    for (const auto& connection : connections_) connection->cut();
}

asio::awaitable<void> Hub::accept() {
    const auto self = shared_from_this();
    while (!stopped_) {
        auto [error, socket] = co_await acceptor_.async_accept(token);
        if (stopped_) break;
        if (error) { // mostly: no file descriptors left; those who are here go on
            asio::steady_timer pause(executor_, 200ms);
            co_await pause.async_wait(token);
            continue;
        }
        if (connections_.size() >= options_.max_connections) {
            ++requests_refused_;
            const Response full = sorry(503, "Too many viewers are here already; try again later.");
            socket.non_blocking(true, error);
            socket.write_some(asio::buffer(head_of(full, false) + full.body), error);
            continue;
        }
        socket.set_option(tcp::no_delay(true), error);
        socket.set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), error);
        const auto connection = std::make_shared<Connection>(std::move(socket));
        asio::co_spawn(
            executor_, [self, connection] { return self->serve(connection); }, asio::detached);
    }
}

asio::awaitable<void> Hub::serve(std::shared_ptr<Connection> connection) {
    const auto self = shared_from_this();
    connections_.insert(connection);
    const Answer answer = [this](const Request& request) {
        return respond(request, feed_.round(), utc_ms());
    };
    HttpEnd end = co_await serve_http(connection, options_.request_timeout, answer);
    requests_refused_ += end.refused;
    if (end.upgrade && !stopped_) co_await view(connection, std::move(*end.upgrade));
    connections_.erase(connection);
}

asio::awaitable<void> Hub::view(std::shared_ptr<Connection> connection, Upgrade upgrade) {
    const auto viewer = std::make_shared<Viewer>(connection, options_.viewer);
    viewers_.insert(viewer);
    viewer->send(time_frame());
    viewer->send(feed_.welcome(upgrade.resume));
    co_await viewer->run(std::move(upgrade.early));
    viewers_too_slow_ += viewer->was_too_slow();
    viewers_.erase(viewer);
}

void Hub::publish(const broadcast::PublicGame& game) {
    if (!feed_.publish(game)) return;
    asio::post(executor_, [self = shared_from_this()] { self->flush(); });
}

void Hub::flush() {
    const Frames frames = feed_.flush();
    for (const auto& viewer : viewers_) viewer->send(frames);
}

asio::awaitable<void> Hub::look_after() {
    const auto self = shared_from_this();
    const auto period = std::min<std::chrono::milliseconds>(options_.heartbeat, 1s);
    auto next_heartbeat = Connection::Clock::now() + options_.heartbeat;
    while (!stopped_) {
        timer_.expires_after(period);
        co_await timer_.async_wait(token);
        cut_the_late();
        if (Connection::Clock::now() < next_heartbeat) continue;
        next_heartbeat += options_.heartbeat;
        heartbeat();
    }
}

void Hub::heartbeat() {
    const auto beat = std::make_shared<const std::string>(frame(websocket::Opcode::ping, "") + *time_frame());
    for (const auto& viewer : viewers_) viewer->send(beat);
}

void Hub::cut_the_late() {
    const auto now = Connection::Clock::now();
    for (const auto& connection : connections_)
        if (connection->deadline < now) connection->cut();
}

Stats Hub::stats() const {
    return {connections_.size(), viewers_.size(), viewers_too_slow_, requests_refused_};
}

} // namespace adoube::server
