#pragma once
// The round as WebSocket frames for arbiters, limited to their boards. No I/O.

#include "daemon/server/arbiters_round.hpp"
#include "daemon/server/feed.hpp"

#include <deque>
#include <map>

namespace adoube::server {

class ArbitersFeed {
  public:
    explicit ArbitersFeed(std::string epoch, std::string time_zone = {})
        : round_(std::move(epoch), std::move(time_zone)) {}

    /// Changes kept of a board: whether one can still be had follows from that board alone.
    static constexpr std::size_t backlog_count = 64, backlog_bytes = 32 * 1024;

    struct News {
        int board;
        Frames frames;
    };
    std::optional<News> update(const round::TableView& view);
    /// A viewer's first frames: the missed changes (may be none), or the whole state.
    Frames welcome(const Resume& resume, const access::Grant& grant) const;

    const ArbitersRound& round() const { return round_; }

  private:
    Frames whole(const access::Grant& grant) const;

    struct Change {
        std::uint64_t number; // of all
        Frames frames;
    };
    struct Backlog {
        std::deque<Change> changes{};
        std::size_t bytes = 0;
        std::uint64_t last_dropped = 0; // its number
    };

    ArbitersRound round_;
    std::uint64_t last_number_ = 0;
    std::map<int, Backlog> backlogs_; // by board
};

} // namespace adoube::server
