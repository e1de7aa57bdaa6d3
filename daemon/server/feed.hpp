#pragma once
// The round as WebSocket frames, each built once and shared by all viewers. No I/O.

#include "daemon/broadcast/live_round.hpp"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace adoube::server {

using Frames = std::shared_ptr<const std::string>;

struct Resume {
    std::string epoch;
    std::uint64_t seq = 0;
    std::optional<int> board{}; // only what changes there
};

class Feed {
  public:
    /// For returning viewers. After a longer absence they get the whole state, which all share; missed
    /// changes are each viewer's own copy, kept as long as it is slow.
    static constexpr std::size_t backlog_count = 256, backlog_bytes = 128 * 1024;

    explicit Feed(std::string epoch) : round_(std::move(epoch)) {}

    broadcast::LiveRound& round() { return round_; }
    const broadcast::LiveRound& round() const { return round_; }

    /// True for the first change since the last `flush`.
    bool publish(const broadcast::PublicGame& game, bool is_newest = true);
    struct Changes {
        Frames all;                     // may be empty
        std::map<int, Frames> at_board; // those of each board
    };
    /// All changes since the last one in one piece: ten in one send cost a ninth each.
    Changes flush();
    /// To be sent before the next `flush`: the missed changes (may be none), or the whole state, which
    /// contains what that `flush` repeats. Of one board the state, unless nothing at all was missed.
    Frames welcome(const Resume& resume);

  private:
    struct Batch {
        std::uint64_t first_seq, last_seq;
        Frames frames;
        std::vector<std::size_t> starts; // of each frame
    };

    Frames whole();

    broadcast::LiveRound round_;
    std::uint64_t pending_first_seq_ = 0;
    std::string pending_;
    std::vector<std::size_t> pending_starts_;
    std::map<int, std::string> pending_at_board_;
    std::deque<Batch> backlog_;
    std::size_t backlog_size_ = 0;
    Frames whole_;
    std::uint64_t whole_seq_ = 0;
};

} // namespace adoube::server
