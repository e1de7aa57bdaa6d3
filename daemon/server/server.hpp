#pragma once
// The display server: pages, PGN and a live feed over HTTP and WebSocket. It knows public games only; the
// caller of `publish` applies the delay.
//
// Everything runs on the given executor and must be called there. The executor must not run two handlers at
// once (one thread's io_context, or a strand).

#include "daemon/broadcast/live_round.hpp"
#include "daemon/server/options.hpp"
#include "daemon/server/silence.hpp"
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
    /// The error is one sentence, such as that another program has the port. `desk` may be null.
    static std::expected<Server, std::string> listen(boost::asio::any_io_executor executor, Options options,
                                                     std::shared_ptr<Desk> desk = {});

    Server(Server&&) noexcept;
    Server& operator=(Server&&) noexcept;
    /// Pending work ends by itself on the executor.
    ~Server();

    /// `is_newest` as of LiveRound::publish.
    void publish(const broadcast::PublicGame& game, bool is_newest = true);

    /// Other daemons' games, for /round.pgn, the list of games, and by their ids; not for displays.
    void show_others(std::vector<broadcast::ToldRound> rounds);

    /// A game public before this start that has left its board becomes readable by id. False if full.
    bool recall(const broadcast::PublicGame& game);

    /// Called with the possible id of such a game when it is requested and missing, to recall it at once.
    void recall_with(std::function<void(std::string_view id)> recall);

    /// How late the caller publishes: the pages say it. Until then, not at all.
    void tell_delay(std::int64_t delay_ms);

    /// Where the caller shows halls from afar: the pages say how old what they show of these is.
    void tell_silences(std::vector<Silence> silences);

    /// For health.hpp: one sentence for everybody; empty, as at first: it is ready.
    void tell_ready(std::string why_not);

    /// Wall::hall stays as it was.
    void change_wall(Wall wall, std::string framed_by);

    /// As of standings.hpp, not on screens in the playing hall unless Wall lets them; null: none.
    void show_standings(broadcast::Text standings);

    /// Serves `text` at `path` to everybody; null removes it. Not for games, which go through `publish`.
    void show(std::string path, broadcast::Text text);

    std::uint16_t port() const;
    Stats stats() const;

  private:
    explicit Server(std::shared_ptr<Hub> hub);
    std::shared_ptr<Hub> hub_;
};

} // namespace adoube::server
