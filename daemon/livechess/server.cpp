#include "daemon/livechess/server.hpp"

#include "daemon/boost/as_tuple.hpp"
#include "daemon/livechess/access.hpp"
#include "daemon/server/http_session.hpp"
#include "daemon/server/listening.hpp"
#include "daemon/server/response_head.hpp"
#include "daemon/server/viewer.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json.hpp>
#include <unordered_set>

namespace adoube::livechess {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using server::Connection;
using server::Viewer;
namespace websocket = server::websocket;

namespace {

constexpr int send_buffer_bytes = 64 * 1024; // the kernel's, for one client

struct Client {
    std::shared_ptr<Viewer> viewer;
    Session session;
};

/// In one piece.
void send(Viewer& viewer, const std::vector<std::string>& messages) {
    std::string frames;
    for (const auto& text : messages) frames += frame(websocket::Opcode::text, text);
    if (!frames.empty()) viewer.send(std::make_shared<const std::string>(std::move(frames)));
}

} // namespace

class Server::Clients : public std::enable_shared_from_this<Clients> {
  public:
    Clients(asio::any_io_executor executor, Options options, std::function<std::vector<Board>()> boards)
        : executor_(executor), options_(std::move(options)), boards_(std::move(boards)), acceptor_(executor),
          timer_(executor) {
        of_http_.header_bytes = 4'096;
    }

    std::expected<void, std::string> listen() {
        auto acceptor = server::listen(executor_, options_.address, options_.port);
        if (!acceptor) return std::unexpected("LiveChess interface: " + acceptor.error());
        acceptor_ = std::move(*acceptor);
        return {};
    }
    void start() {
        const auto self = shared_from_this();
        asio::co_spawn(
            executor_, [self] { return self->accept(); }, asio::detached);
        asio::co_spawn(
            executor_, [self] { return self->look_after(); }, asio::detached);
    }
    void stop() {
        stopped_ = true;
        error_code ignored;
        acceptor_.close(ignored);
        timer_.cancel();
        for (const auto& client : clients_)
            client->viewer->close(websocket::Close::going_away, "the daemon is going down");
        for (const auto& connection : connections_) connection->cut();
    }

    bool is_watched(int board) const {
        return std::ranges::any_of(clients_,
                                   [&](const auto& client) { return client->session.watches(board); });
    }
    void look(const Board& board) {
        for (const auto& client : clients_)
            send(*client->viewer, client->session.look(board, options_.now_ms()));
    }
    std::uint16_t port() const {
        error_code error;
        return acceptor_.local_endpoint(error).port();
    }
    Stats stats() const {
        auto stats = stats_;
        stats.clients = clients_.size();
        for (const auto& client : clients_) stats.calls_refused += client->session.refused();
        return stats;
    }

  private:
    asio::awaitable<void> accept() {
        const auto self = shared_from_this();
        while (!stopped_) {
            auto [error, socket] = co_await acceptor_.async_accept(as_tuple);
            if (stopped_) break;
            if (error) { // mostly no file descriptors left
                asio::steady_timer pause(executor_, std::chrono::milliseconds(200));
                co_await pause.async_wait(as_tuple);
                continue;
            }
            if (connections_.size() >= options_.most_clients) {
                ++stats_.clients_refused;
                turn_away(socket);
                continue;
            }
            socket.set_option(tcp::no_delay(true), error);
            socket.set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), error);
            const auto connection = std::make_shared<Connection>(std::move(socket));
            connections_.insert(connection);
            asio::co_spawn(
                executor_, [self, connection] { return self->serve(connection); }, asio::detached);
        }
    }

    static void turn_away(tcp::socket& socket) {
        error_code ignored;
        const auto why = server::sorry(503, "Too many clients are here already; try again later.");
        socket.non_blocking(true, ignored);
        socket.write_some(asio::buffer(server::head_of(why, false) + why.body), ignored);
    }

    asio::awaitable<void> serve(std::shared_ptr<Connection> connection) {
        const auto self = shared_from_this();
        std::string origin;
        server::RequestHandlers handlers{
            .options = of_http_,
            .stats = http_stats_,
            .refuse = [&](const server::Request& request) -> std::optional<server::Response> {
                origin = request.origin;
                auto refusal = refuse(request, options_.origins);
                stats_.pages_refused += refusal.has_value();
                return refusal;
            },
            .answer = [this](const server::Request& request) { return answer(request); },
            .feed = websocket_path};
        auto upgrade = co_await serve_http(connection, std::move(handlers));
        if (upgrade && !stopped_) co_await talk(connection, std::move(upgrade->early), std::move(origin));
        connection->cut();
        connections_.erase(connection);
    }

    server::Response answer(const server::Request& request) {
        auto all = options_.refusal.empty() ? serialize(eboards_json(boards(), options_.now_ms())) : "";
        return livechess::answer(request, std::move(all), options_.refusal);
    }

    /// What comes while it stops meets no round.
    std::vector<Board> boards() const { return stopped_ ? std::vector<Board>() : boards_(); }

    asio::awaitable<void> talk(std::shared_ptr<Connection> connection, std::string early,
                               std::string origin) {
        const auto client = std::make_shared<Client>(nullptr, Session(options_.refusal));
        client->viewer = std::make_shared<Viewer>(
            connection, options_.viewer, [this, at = std::weak_ptr(client)](std::string_view message) {
                if (const auto here = at.lock())
                    send(*here->viewer, here->session.receive(message, boards(), options_.now_ms()));
            });
        clients_.insert(client);
        options_.tell((origin.empty() ? "a program" : "a page of " + origin) +
                      " has opened the LiveChess interface");
        co_await client->viewer->run(std::move(early));
        clients_.erase(client);
        stats_.calls_refused += client->session.refused();
    }

    /// Pings, time limits, and what is told after a while.
    asio::awaitable<void> look_after() {
        const auto self = shared_from_this();
        const auto period = std::min<std::chrono::milliseconds>(options_.heartbeat, std::chrono::seconds(1));
        const auto ping = std::make_shared<const std::string>(frame(websocket::Opcode::ping, ""));
        auto next_ping = Connection::Clock::now() + options_.heartbeat;
        while (!stopped_) {
            timer_.expires_after(period);
            co_await timer_.async_wait(as_tuple);
            const auto now = Connection::Clock::now();
            for (const auto& connection : connections_)
                if (connection->deadline < now) connection->cut();
            tell_held_moves();
            if (now < next_ping) continue;
            next_ping += options_.heartbeat;
            for (const auto& client : clients_) client->viewer->send(ping);
        }
    }

    void tell_held_moves() {
        if (std::ranges::none_of(clients_, [](const auto& client) { return client->session.holds_moves(); }))
            return;
        for (const auto& board : boards()) look(board);
    }

    asio::any_io_executor executor_;
    Options options_;
    server::Options of_http_;
    server::Stats http_stats_;
    std::function<std::vector<Board>()> boards_;
    tcp::acceptor acceptor_;
    asio::steady_timer timer_;
    bool stopped_ = false;
    std::unordered_set<std::shared_ptr<Connection>> connections_;
    std::unordered_set<std::shared_ptr<Client>> clients_;
    Stats stats_;
};

std::expected<Server, std::string> Server::listen(asio::any_io_executor executor, Options options,
                                                  std::function<std::vector<Board>()> boards) {
    auto clients = std::make_shared<Clients>(executor, std::move(options), std::move(boards));
    if (const auto listening = clients->listen(); !listening) return std::unexpected(listening.error());
    clients->start();
    return Server(std::move(clients));
}

Server::Server(std::shared_ptr<Clients> clients) : clients_(std::move(clients)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&& other) noexcept {
    clients_.swap(other.clients_);
    return *this;
}
Server::~Server() {
    if (clients_) clients_->stop();
}

bool Server::is_watched(int board) const { return clients_->is_watched(board); }
void Server::look(const Board& board) { clients_->look(board); }
std::uint16_t Server::port() const { return clients_->port(); }
Stats Server::stats() const { return clients_->stats(); }

} // namespace adoube::livechess
