#pragma once
// What leaves the hall, and when: states of the games wait for the delay, and then for the journal to know
// that they are shown, so that no start of the daemon takes back what was public. A queue without clock or
// thread; times are of one clock that is never set.
//
// Where the disk was slow to take a state, when it comes out would tell what else was written then: it waits
// for the next whole second of the game's time.
//
// The clocks of a game are dated by its own time, and by that of the hall for a page that counts them down. A
// start of the daemon cannot tell how long it was away, but a board can: then they are put right.

#include "daemon/broadcast/delay.hpp"
#include "daemon/journal/record.hpp"

#include <deque>
#include <functional>
#include <set>
#include <string>

namespace adoube::round {

/// A public game, and the moment from which it stood so.
struct PublicState {
    HallMs hall_ms{};
    /// Of a game that is not opened yet it has no record.
    broadcast::Place place;
    broadcast::PublicGame game; // its clocks are right at `at_utc_ms` of the game's time
    HallMs start_ms{};          // when that was 0, as far as was known
};

class Publication {
  public:
    /// A transaction of the journal that takes longer is slow.
    static constexpr std::int64_t slow_ms = 50;
    /// Marks on their way to the journal. What is due beyond waits in the delay.
    static constexpr std::size_t most_unmarked = 1024;

    explicit Publication(std::int64_t delay_ms) : delay_ms_(delay_ms), delay_(delay_ms) {}

    /// Before all else: how far a game was shown before this start.
    void recall(const record::Shown& shown) { shown_.insert_or_assign(shown.game_id, shown); }
    record::Shown recalled(const std::string& game_id) const;
    /// A game that is known but will never be shown again.
    void forget(const std::string& game_id);

    /// What is put from before this start was true by `hall_ms`.
    void restored(HallMs hall_ms) { restored_ms_ = hall_ms; }

    /// The time of a game was 0 at `start_ms`, its board tells. The first time puts right what is from before
    /// this start; where the board's clock has run on ever since, also when that is due which was done since
    /// the board was started, at `runs_since_ms` of the game.
    void date(const std::string& record, HallMs start_ms, std::optional<GameMs> runs_since_ms);

    /// Of each game in the order in which they were true. A state of a game that is not opened waits for
    /// nothing, nor does one that was shown before this start.
    void put(PublicState state);

    /// Their time has come: to be made durable in this order, and each then told to `marked`.
    std::vector<record::Shown> due(HallMs now_ms);
    /// The oldest of `due` is durable; the transaction took so long.
    void marked(HallMs now_ms, std::int64_t took_ms);
    /// To be shown now, in this order. Their clocks are moved on by the delay, and dated by the hall's.
    std::vector<broadcast::PublicGame> take_due(HallMs now_ms);

    /// States that the public will never see, because there were too many.
    std::uint64_t left_out() const { return delay_.left_out(); }

  private:
    struct Ready {
        HallMs from_ms{};
        std::string record;
        broadcast::PublicGame game;
    };
    bool was_shown(const PublicState& state) const;
    void show_again(PublicState state);
    void keep_running(const broadcast::Delayed& state);
    record::Shown send(broadcast::Delayed state);

    std::int64_t delay_ms_;
    HallMs restored_ms_{};
    broadcast::Delay delay_;
    std::map<std::string, record::Shown, std::less<>> shown_; // before this start
    std::map<std::string, HallMs> starts_;                    // of games, as was thought when this began
    std::set<std::string> told_;                              // by their boards since
    /// What came out last of games whose clock runs and whose board has not told yet; and what is to come out
    /// again, as it has.
    std::map<std::string, broadcast::Delayed> running_;
    std::vector<broadcast::Delayed> misdated_;
    std::deque<broadcast::Delayed> unmarked_;
    std::deque<Ready> ready_;
};

} // namespace adoube::round
