#pragma once
// What leaves the hall, and when: states of the games wait for the delay, and then for the journal to know
// that they are shown, so that no start of the daemon takes back what was public. A queue without clock or
// thread; times are of one clock that is never set.
//
// Where the disk was slow to take a state, when it comes out would tell what else was written then: it waits
// for the next whole second of the game's time.

#include "daemon/broadcast/delay.hpp"
#include "daemon/journal/record.hpp"

#include <deque>
#include <functional>
#include <string>

namespace adoube::round {

/// A public game, and the moment from which it stood so.
struct PublicState {
    std::int64_t hall_ms = 0; // by the clock of the publication
    /// Of a game that is not opened yet it has no inputs.
    broadcast::Place place;
    broadcast::PublicGame game;
};

class Publication {
  public:
    /// A transaction of the journal that takes longer is slow.
    static constexpr std::int64_t slow_ms = 50;
    /// Marks on their way to the journal. What is due beyond waits in the delay.
    static constexpr std::size_t most_unmarked = 1024;

    explicit Publication(std::int64_t delay_ms) : delay_ms_(delay_ms), delay_(delay_ms) {}

    /// Before all else: how far a game was shown before this start.
    void recall(const journal::Shown& shown) { shown_.insert_or_assign(shown.game_id, shown); }
    journal::Shown recalled(const std::string& game_id) const;
    /// A game that is known but will never be shown again.
    void forget(const std::string& game_id);

    /// Of each game in the order in which they were true. A state of a game that is not opened waits for
    /// nothing, nor does one that was shown before this start.
    void put(PublicState state);

    /// Their time has come: to be made durable in this order, and each then told to `marked`.
    std::vector<journal::Shown> due(std::int64_t now_ms);
    /// The oldest of `due` is durable; the transaction took so long.
    void marked(std::int64_t now_ms, std::int64_t took_ms);
    /// To be shown now, in this order. Their clocks are moved on by the delay.
    std::vector<broadcast::PublicGame> take(std::int64_t now_ms);

    /// States that the public will never see, because there were too many.
    std::uint64_t left_out() const { return delay_.left_out(); }

  private:
    struct Ready {
        std::int64_t from_ms;
        std::string record;
        broadcast::PublicGame game;
    };
    bool was_shown(const PublicState& state) const;

    std::int64_t delay_ms_;
    broadcast::Delay delay_;
    std::map<std::string, journal::Shown, std::less<>> shown_; // before this start
    std::deque<broadcast::Delayed> unmarked_;
    std::deque<Ready> ready_;
};

} // namespace adoube::round
