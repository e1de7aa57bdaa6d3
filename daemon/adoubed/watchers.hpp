#pragma once
// Who watches on the control socket what arbiters are told: first all of it, then every change, a line each,
// as server/arbiters_round.hpp has them.

#include "daemon/access/rights.hpp"
#include "daemon/server/arbiters_round.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <memory>

namespace adoube::adoubed {

/// One who watches. Nobody waits for him.
class Watcher {
  public:
    /// Who has not taken so many messages is left behind: he comes again, and gets all of it.
    static constexpr std::size_t most_waiting = 256;

    explicit Watcher(boost::asio::any_io_executor executor) : news_(std::move(executor)) {}

    void put(std::string message);
    void leave();
    bool left() const { return left_; }
    /// The next message; empty once he has left, or was left behind.
    boost::asio::awaitable<std::optional<std::string>> next();

  private:
    std::deque<std::string> waiting_;
    boost::asio::steady_timer news_;
    bool left_ = false;
};

class Watchers {
  public:
    explicit Watchers(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

    std::shared_ptr<Watcher> join(const access::Grant& who);
    /// What is new of a table.
    void update(const round::TableView& view);

  private:
    struct Joined {
        std::shared_ptr<Watcher> watcher;
        access::Grant who;
    };

    boost::asio::any_io_executor executor_;
    server::ArbitersRound round_{"control"};
    std::vector<Joined> joined_;
};

} // namespace adoube::adoubed
