#pragma once
// The display server: pages, PGN and a live feed for any number of viewers, over HTTP and WebSocket. It knows
// public games only; whoever calls `publish` has let the delay pass.
//
// Everything runs on the executor given to it, which must not run two handlers at once (an io_context run by
// one thread, or a strand); `publish` and the rest must be called on it too.

#include "daemon/broadcast/live_round.hpp"
#include "daemon/server/options.hpp"
#include "daemon/server/stats.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <expected>
#include <functional>
#include <memory>

namespace adoube::server {

class Desk;
class Hub;

class Server {
  public:
    /// Listens at once; an error is one sentence for people, such as that another program has the port.
    /// `desk`: what is not for everybody, if there is any.
    static std::expected<Server, std::string> listen(boost::asio::any_io_executor executor, Options options,
                                                     std::shared_ptr<Desk> desk = {});

    Server(Server&&) noexcept;
    Server& operator=(Server&&) noexcept;
    /// Closes everything; what still runs ends by itself on the executor.
    ~Server();

    /// The game as the public may see it from now on.
    void publish(const broadcast::PublicGame& game);

    /// A game that was public before this start and has left its board: readable by id. False where there is
    /// no room for more.
    bool recall(const broadcast::PublicGame& game);

    /// Called with what may be the id of such a game, when it is asked for and not there: it is answered with
    /// what has been recalled by the end of the call.
    void recall_with(std::function<void(std::string_view id)> recall);

    /// GET and HEAD of this address answer with this text from now on, to everybody; null: it is not there.
    /// For what is no game: of those the public sees what `publish` is given.
    void show(std::string path, broadcast::Text text);

    std::uint16_t port() const;
    Stats stats() const;

  private:
    explicit Server(std::shared_ptr<Hub> hub);
    std::shared_ptr<Hub> hub_;
};

} // namespace adoube::server
