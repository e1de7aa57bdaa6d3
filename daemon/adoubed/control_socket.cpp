#include "daemon/adoubed/control_socket.hpp"

#include "daemon/adoubed/log.hpp"
#include "daemon/boost/as_tuple.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <sys/stat.h>
#include <sys/un.h>

namespace adoube::adoubed {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using asio::local::stream_protocol;
using boost::system::error_code;

constexpr auto pause_after_error = std::chrono::milliseconds(200); // usually: no file descriptors left

std::string named(const fs::path& path) { return "control socket " + path.string(); }

std::string line_of(const Answered& answered) { return to_json(answered) + '\n'; }

Answered too_long() {
    return std::unexpected(
        Refusal{Refusal::Why::not_understood,
                "a line is longer than " + std::to_string(ControlSocket::longest_line) + " bytes"});
}

/// Empty also for a killed daemon's leftover socket.
std::string obstacle(asio::any_io_executor executor, const fs::path& path) {
    error_code error;
    std::error_code unknown;
    const auto type = fs::symlink_status(path, unknown).type();
    if (type == fs::file_type::not_found) return {};
    if (type == fs::file_type::none) return named(path) + " cannot be opened: " + unknown.message();
    if (type != fs::file_type::socket) return named(path) + " is some other file: name another path";
    stream_protocol::socket probe(executor, stream_protocol());
    probe.non_blocking(true, error); // it may be too busy to answer
    probe.connect(stream_protocol::endpoint(path.native()), error);
    if (!error || error == asio::error::would_block || error == asio::error::try_again)
        return named(path) + " is in use by another adoubed: stop that one, or name another path";
    if (error != asio::error::connection_refused)
        return named(path) + " cannot be opened: " + error.message();
    return {};
}

std::string make_room(asio::any_io_executor executor, const fs::path& path) {
    if (auto found = obstacle(executor, path); !found.empty()) return found;
    std::error_code not_removed;
    if (!fs::is_socket(fs::symlink_status(path, not_removed))) return {};
    if (!fs::remove(path, not_removed) && not_removed)
        return named(path) + " cannot be replaced: " + not_removed.message();
    return {};
}

} // namespace

class ControlSocket::Hub : public std::enable_shared_from_this<Hub> {
  public:
    explicit Hub(asio::any_io_executor executor) : executor_(executor), acceptor_(executor) {}

    std::expected<void, std::string> listen(const fs::path& path) {
        if (path.native().size() >= sizeof(sockaddr_un::sun_path))
            return std::unexpected(named(path) + " has a path too long for a socket: name a shorter one");
        if (auto in_the_way = make_room(executor_, path); !in_the_way.empty())
            return std::unexpected(std::move(in_the_way));
        error_code error;
        acceptor_.open(stream_protocol(), error);
        // Before it has a name, so that others can never open it.
        if (!error && ::fchmod(acceptor_.native_handle(), S_IRUSR | S_IWUSR) != 0)
            error = error_code(errno, boost::system::system_category());
        if (!error) acceptor_.bind(stream_protocol::endpoint(path.native()), error);
        if (!error) path_ = path;
        if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
        if (error)
            return std::unexpected(named(path) + " cannot be made (" + error.message() +
                                   "): name a path that may be written to");
        return {};
    }

    void start(Take take, Watch watch) {
        take_ = std::move(take);
        watch_ = std::move(watch);
        asio::co_spawn(
            executor_, [self = shared_from_this()] { return self->accept(); }, asio::detached);
    }

    void stop() {
        stopped_ = true;
        error_code ignored;
        acceptor_.close(ignored);
        for (const auto& connection : connections_) cut(*connection);
        connections_.clear();
        std::error_code gone;
        if (!path_.empty()) fs::remove(path_, gone);
    }

  private:
    struct Connection {
        explicit Connection(stream_protocol::socket opened) : socket(std::move(opened)) {}
        stream_protocol::socket socket;
        std::string input;
        int taken = 0, not_understood = 0;
    };

    static void cut(Connection& connection) {
        error_code ignored;
        connection.socket.close(ignored);
    }

    asio::awaitable<void> accept() {
        const auto self = shared_from_this();
        while (!stopped_) {
            auto [error, socket] = co_await acceptor_.async_accept(as_tuple);
            if (stopped_) break;
            if (error) {
                asio::steady_timer pause(executor_, pause_after_error);
                co_await pause.async_wait(as_tuple);
                continue;
            }
            if (connections_.size() >= most_connections) {
                cut(*connections_.front());
                connections_.erase(connections_.begin());
            }
            const auto connection = std::make_shared<Connection>(std::move(socket));
            connections_.push_back(connection);
            asio::co_spawn(
                executor_, [self, connection] { return self->serve(connection); }, asio::detached);
        }
    }

    asio::awaitable<void> serve(std::shared_ptr<Connection> connection) {
        const auto self = shared_from_this();
        while (!stopped_) {
            const auto [error, length] = co_await asio::async_read_until(
                connection->socket, asio::dynamic_buffer(connection->input, longest_line), '\n', as_tuple);
            if (stopped_ || (error && error != asio::error::not_found)) break;
            std::string answer;
            if (error) {
                answer = line_of(too_long());
                ++connection->not_understood;
            } else {
                auto line = connection->input.substr(0, length - 1);
                connection->input.erase(0, length);
                spoke(connection);
                if (watch_ && asks_to_watch(line)) {
                    co_await show(connection, watch_());
                    break;
                }
                answer = co_await answer_to(*connection, std::move(line));
            }
            const auto [unsent, sent] =
                co_await asio::async_write(connection->socket, asio::buffer(answer), as_tuple);
            if (error || unsent) break;
        }
        if (stopped_) co_return;
        cut(*connection);
        std::erase(connections_, connection);
        if (connection->not_understood > 0)
            log_info("control: a connection ends after " + std::to_string(connection->taken) +
                     " lines taken and " + std::to_string(connection->not_understood) + " refused");
    }

    asio::awaitable<void> show(std::shared_ptr<Connection> connection, std::shared_ptr<Watcher> watcher) {
        const auto self = shared_from_this();
        asio::co_spawn(
            executor_, [self, connection, watcher] { return self->await_end(connection, watcher); },
            asio::detached);
        while (!stopped_) {
            const auto message = co_await watcher->next();
            if (stopped_ || !message) break;
            const auto [unsent, sent] =
                co_await asio::async_write(connection->socket, asio::buffer(*message), as_tuple);
            if (unsent) break;
            spoke(connection);
        }
        watcher->leave();
    }

    /// Discards input, to notice the disconnect.
    asio::awaitable<void> await_end(std::shared_ptr<Connection> connection,
                                    std::shared_ptr<Watcher> watcher) {
        const auto self = shared_from_this();
        std::array<char, 256> said{};
        while (!stopped_) {
            const auto [end, count] =
                co_await connection->socket.async_read_some(asio::buffer(said), as_tuple);
            if (end) break;
        }
        watcher->leave();
    }

    /// Keeps the connection silent longest in front.
    void spoke(const std::shared_ptr<Connection>& connection) {
        const auto at = std::ranges::find(connections_, connection);
        if (at != connections_.end()) std::rotate(at, at + 1, connections_.end());
    }

    asio::awaitable<std::string> answer_to(Connection& connection, std::string line) {
        const auto answered = co_await take_(std::move(line));
        ++(answered ? connection.taken : connection.not_understood);
        co_return line_of(answered);
    }

    asio::any_io_executor executor_;
    stream_protocol::acceptor acceptor_;
    fs::path path_; // empty until bound
    bool stopped_ = false;
    Take take_;
    Watch watch_;
    std::vector<std::shared_ptr<Connection>> connections_;
};

std::string ControlSocket::why_taken(asio::any_io_executor executor, const fs::path& path) {
    return obstacle(std::move(executor), path);
}

std::expected<ControlSocket, std::string> ControlSocket::listen(asio::any_io_executor executor,
                                                                const fs::path& path) {
    ControlSocket control(std::make_shared<Hub>(executor));
    if (const auto listening = control.hub_->listen(path); !listening)
        return std::unexpected(listening.error());
    return control;
}

ControlSocket::ControlSocket(std::shared_ptr<Hub> hub) : hub_(std::move(hub)) {}
ControlSocket::~ControlSocket() {
    if (hub_) hub_->stop();
}
ControlSocket::ControlSocket(ControlSocket&&) noexcept = default;
ControlSocket& ControlSocket::operator=(ControlSocket&& other) noexcept {
    std::swap(hub_, other.hub_);
    return *this;
}

void ControlSocket::start(Take take, Watch watch) { hub_->start(std::move(take), std::move(watch)); }

} // namespace adoube::adoubed
