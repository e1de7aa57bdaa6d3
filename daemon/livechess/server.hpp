#pragma once
// The LiveChess interface on a loopback address: WebSocket and GET /api/v1.0/eboards. Whoever may open it
// sees every touch of every board at once, so it is for programs of this computer, and for pages of named
// origins in its browsers.
//
// Runs on the given executor, as server::Server.

#include "daemon/livechess/session.hpp"
#include "daemon/server/options.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>

namespace adoube::livechess {

struct Options {
    std::string address = "127.0.0.1";
    std::uint16_t port = 1982;             // 0: any free port
    std::vector<server::Origin> origins{}; // whose pages may open it
    std::string refusal{};                 // if not empty, answers every call

    std::size_t most_clients = 32; // at the WebSocket
    /// To send a request, and to take the answer.
    std::chrono::milliseconds request_timeout{5'000};
    /// A client may ask for every board of a large hall at once.
    server::ViewerLimits viewer{.messages_burst = 2'500, .messages_per_s = 100, .message_bytes = 16'384};
    std::chrono::milliseconds heartbeat{10'000};
    std::function<UtcMs()> now_ms = server::utc_ms;
    /// Takes one sentence for each client that comes.
    std::function<void(const std::string& sentence)> tell = [](const std::string&) {};
};

struct Stats {
    std::size_t clients = 0;                // now; the rest since the start
    std::uint64_t clients_refused = 0;      // too many
    std::uint64_t connections_gave_way = 0; // sent no request, and others came
    std::uint64_t pages_refused = 0; // of an origin that is not named, or by another name of this computer
    std::uint64_t calls_refused = 0;
};

class Server {
  public:
    /// `boards` gives all of them, in the order of eboards. The error is one sentence.
    static std::expected<Server, std::string> listen(boost::asio::any_io_executor executor, Options options,
                                                     std::function<std::vector<Board>()> boards);
    Server(Server&&) noexcept;
    Server& operator=(Server&&) noexcept;
    ~Server();

    bool is_watched(int board) const;
    /// To those who watch it.
    void look(const Board& board);

    std::uint16_t port() const;
    Stats stats() const;

  private:
    class Clients;
    explicit Server(std::shared_ptr<Clients> clients);
    std::shared_ptr<Clients> clients_;
};

} // namespace adoube::livechess
