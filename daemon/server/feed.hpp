#pragma once
// The round as WebSocket frames, each built once and shared by all viewers. No I/O: the server sends what
// this gives.

#include "daemon/broadcast/live_round.hpp"

#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace adoube::server {

/// One or more whole frames, ready for a socket.
using Frames = std::shared_ptr<const std::string>;

/// Where a viewer that comes back had arrived.
struct Resume {
    std::string epoch;
    std::uint64_t seq = 0;
};

class Feed {
  public:
    /// What is kept for viewers that come back; who was away longer gets the whole state, which all share:
    /// what one has missed is his alone, and waits for him as long as he takes.
    static constexpr std::size_t backlog_count = 256, backlog_bytes = 128 * 1024;

    explicit Feed(std::string epoch) : round_(std::move(epoch)) {}

    broadcast::LiveRound& round() { return round_; }

    /// True where this is the first change since the last `flush`.
    bool publish(const broadcast::PublicGame& game);
    /// The changes since the last one in one piece, for every viewer: ten in one send cost a ninth each.
    /// Empty where there is none.
    Frames flush();
    /// What a viewer must get before the next `flush`: the changes it missed (may be none), or the whole
    /// state, which has in it what the next `flush` would tell once more.
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
    std::deque<Batch> backlog_;
    std::size_t backlog_size_ = 0;
    Frames whole_;
    std::uint64_t whole_seq_ = 0;
};

} // namespace adoube::server
