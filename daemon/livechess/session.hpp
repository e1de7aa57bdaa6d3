#pragma once
// One client of the LiveChess interface: JSON in, JSON out, without I/O or clock. Calls are
//   {"id":1,"call":"eboards"}
//   {"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":FEED,"param":{"serialnr":"…"}}}
//   {"id":3,"call":"unsubscribe","param":FEED}     also {"id":FEED}
//   {"id":4,"call":"call","param":{"id":FEED,"method":"setup","param":{"fen":"…"}}}
//   {"id":5,"call":"call","param":{"id":FEED,"method":"flip","param":{"flip":true}}}
// and answers {"response":"call"|"feed"|"error","id":N,"param":…,"time":UTC ms}; an error's param is
// {"message":…}. Ids are whole numbers.

#include "daemon/livechess/subscription.hpp"

#include <map>
#include <span>

namespace adoube::livechess {

/// `boards` without what a subscription adds, as a JSON array.
boost::json::array eboards_json(std::span<const Board> boards, UtcMs now_utc_ms);

class Session {
  public:
    static constexpr std::size_t most_feeds = 1024;
    static constexpr int most_feeds_of_board = 8;

    /// `refusal`: if not empty, the sentence that answers every call.
    explicit Session(std::string refusal = {}) : refusal_(std::move(refusal)) {}

    /// What to send, in order. `boards`: all, in the order of eboards.
    std::vector<std::string> receive(std::string_view message, std::span<const Board> boards,
                                     UtcMs now_utc_ms);
    /// A board's events.
    std::vector<std::string> look(const Board& board, UtcMs now_utc_ms);
    bool watches(int board) const;
    /// Look at all boards again soon, though nothing happens.
    bool holds_moves() const;

    /// Calls that were answered with an error.
    std::uint64_t refused() const { return refused_; }

  private:
    struct Call;
    using Answer = std::expected<boost::json::value, std::string>;

    Answer answer(const Call& call);
    Answer subscribe(const Call& call);
    Answer unsubscribe(const Call& call);
    Answer call_method(const Call& call);
    std::expected<std::pair<Subscription*, const Board*>, std::string> feed_of(const Call& call);
    void tell(std::vector<std::string>& out, std::int64_t feed, Subscription& subscription,
              const Board& board, UtcMs now_utc_ms);

    std::string refusal_;
    std::map<std::int64_t, Subscription> feeds_; // by the client's id
    std::uint64_t refused_ = 0;
};

} // namespace adoube::livechess
