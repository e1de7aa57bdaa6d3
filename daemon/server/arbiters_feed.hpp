#pragma once
// The round as WebSocket frames for arbiters, limited to their boards. No I/O.

#include "daemon/server/arbiters_round.hpp"
#include "daemon/server/feed.hpp"

namespace adoube::server {

class ArbitersFeed {
  public:
    explicit ArbitersFeed(std::string epoch, std::string time_zone = {})
        : round_(std::move(epoch), std::move(time_zone)) {}

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

    ArbitersRound round_;
    std::deque<News> backlog_; // within the bounds of Feed
    std::size_t backlog_size_ = 0;
};

} // namespace adoube::server
