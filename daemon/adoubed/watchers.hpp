#pragma once
// Control-socket streams of what arbiters see: everything first, then each change, one line each
// (server/arbiters_round.hpp).

#include "daemon/access/rights.hpp"
#include "daemon/server/arbiters_round.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <memory>

namespace adoube::adoubed {

/// Nothing waits for a watcher.
class Watcher {
  public:
    /// A watcher with more unread messages is dropped; on reconnecting it gets everything again.
    static constexpr std::size_t most_waiting = 256;

    explicit Watcher(boost::asio::any_io_executor executor) : news_(std::move(executor)) {}

    void put(std::string message);
    void leave();
    bool left() const { return left_; }
    /// Empty once the watcher left or was dropped.
    boost::asio::awaitable<std::optional<std::string>> next();

  private:
    std::deque<std::string> waiting_;
    boost::asio::steady_timer news_;
    bool left_ = false;
};

class Watchers {
  public:
    explicit Watchers(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}

    /// After a `look_at` all tables.
    std::shared_ptr<Watcher> join(const access::Grant& who);
    void look_at(const round::TableView& view) { tell(view, round_.update(view)); }
    /// Nothing is kept for nobody.
    void update(const round::TableView& view) {
        if (!joined_.empty()) look_at(view);
    }

  private:
    void tell(const round::TableView& view, const std::string& news);

    struct Joined {
        std::shared_ptr<Watcher> watcher;
        access::Grant who;
    };

    boost::asio::any_io_executor executor_;
    server::ArbitersRound round_{"control"};
    std::vector<Joined> joined_;
};

} // namespace adoube::adoubed
