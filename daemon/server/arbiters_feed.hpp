#pragma once
// The round as WebSocket frames for arbiters, each for his boards. No I/O.

#include "daemon/server/arbiters_round.hpp"
#include "daemon/server/feed.hpp"

namespace adoube::server {

class ArbitersFeed {
  public:
    explicit ArbitersFeed(std::string epoch) : round_(std::move(epoch)) {}

    struct News {
        int board;
        Frames frames;
    };
    /// What is new of a table, for those who may see it.
    std::optional<News> update(const round::TableView& view);
    /// What somebody gets first: the changes that he missed (may be none), or the whole state.
    Frames welcome(const Resume& resume, const access::Grant& grant) const;

    const ArbitersRound& round() const { return round_; }

  private:
    struct Kept {
        std::uint64_t seq;
        News news;
    };

    ArbitersRound round_;
    std::deque<Kept> backlog_; // within the bounds of Feed
    std::size_t backlog_size_ = 0;
};

} // namespace adoube::server
