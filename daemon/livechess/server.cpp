#include "daemon/livechess/server.hpp"

#include "daemon/boost/as_tuple.hpp"
#include "daemon/livechess/access.hpp"
#include "daemon/server/connections.hpp"
#include "daemon/server/http_session.hpp"
#include "daemon/server/listening.hpp"
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

constexpr std::size_t most_requests = 64; // connections of no clients, or not yet

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
          timer_(executor), connections_(options_.most_clients + most_requests) {
        of_http_.header_bytes = 4'096;
        of_http_.request_timeout = options_.request_timeout;
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
        connections_.cut_all();
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
        stats.connections_gave_way = connections_.gave_way();
        for (const auto& client : clients_) stats.calls_refused += client->session.refused();
        return stats;
    }

  private:
    asio::awaitable<void> accept() {
        const auto self = shared_from_this();
        co_await server::accept_each(acceptor_, [this](tcp::socket socket) { take(std::move(socket)); });
    }

    void take(tcp::socket socket) {
        if (!connections_.make_room()) {
            ++stats_.clients_refused;
            return server::turn_away(socket, too_many_clients());
        }
        asio::co_spawn(
            executor_,
            [self = shared_from_this(), connection = connections_.admit(std::move(socket))] {
                return self->serve(connection);
            },
            asio::detached);
    }

    static server::Response too_many_clients() {
        return server::sorry(503, "Too many clients are here already; try again later.");
    }

    std::optional<server::Response> objection(const server::Request& request) {
        if (auto refusal = refuse(request, options_.origins)) {
            ++stats_.pages_refused;
            return refusal;
        }
        if (!request.opens_feed || clients_.size() < options_.most_clients) return std::nullopt;
        ++stats_.clients_refused;
        return too_many_clients();
    }

    asio::awaitable<void> serve(std::shared_ptr<Connection> connection) {
        const auto self = shared_from_this();
        std::string origin;
        server::RequestHandlers handlers{
            .options = of_http_,
            .stats = http_stats_,
            .refuse = [&](const server::Request& request) -> std::optional<server::Response> {
                origin = request.origin;
                return objection(request);
            },
            .answer = [this](const server::Request& request) { return answer(request); },
            .set_waiting = [&](bool waits) { connections_.set_waiting(connection, waits); },
            .feed = websocket_path};
        auto upgrade = co_await serve_http(connection, std::move(handlers));
        if (upgrade && !stopped_) co_return talk(connection, upgrade->early, origin);
        connection->cut();
        connections_.leave(connection);
    }

    server::Response answer(const server::Request& request) {
        auto all = options_.refusal.empty() ? serialize(eboards_json(boards(), options_.now_ms())) : "";
        return livechess::answer(request, std::move(all), options_.refusal);
    }

    /// What comes while it stops meets no round.
    std::vector<Board> boards() const { return stopped_ ? std::vector<Board>() : boards_(); }

    void talk(std::shared_ptr<Connection> connection, std::string_view early, const std::string& origin) {
        const auto client = std::make_shared<Client>(nullptr, Session(options_.refusal));
        client->viewer = std::make_shared<Viewer>(
            std::move(connection), options_.viewer,
            [this, at = std::weak_ptr(client)](const auto& viewer, std::string_view message) {
                if (const auto here = at.lock())
                    send(*viewer, here->session.receive(message, boards(), options_.now_ms()));
            });
        clients_.insert(client);
        options_.tell((origin.empty() ? "a program" : "a page of " + origin) +
                      " has opened the LiveChess interface");
        client->viewer->run(early, [self = shared_from_this(), client](const auto& viewer) {
            self->clients_.erase(client);
            self->stats_.calls_refused += client->session.refused();
            self->connections_.leave(viewer->connection());
        });
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
            connections_.cut_late(now);
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
    server::Connections connections_;
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
