#pragma once
// What leaves the hall, and when. States wait for the delay, and then for a mark in the journal, so that a
// restart takes back nothing shown. A queue without clock or thread; all times are of one clock that is never
// set.
//
// What is undone or renamed before it was shown is never shown: states that hold it are left out, and what
// still stands of them comes with the next. So no mark is of a state that was shown in part.
//
// After a slow disk write the moment of release would reveal what else was written, so such a state waits for
// the next whole second of game time.
//
// Clocks are dated by game time, and in hall time for pages that count down. Only from a board does a
// restarted daemon learn how long it was away; clocks are then corrected.

#include "daemon/broadcast/delay.hpp"
#include "daemon/journal/record.hpp"

#include <deque>
#include <functional>
#include <set>
#include <string>

namespace adoube::round {

struct PublicState {
    HallMs hall_ms{};
    /// Has no record if the game is not opened yet.
    broadcast::Place place;
    broadcast::PublicGame game; // its clocks' `at_utc_ms` is in game time
    HallMs start_ms{};          // of game time 0, as far as known
};

class Publication {
  public:
    /// A longer journal transaction counts as slow.
    static constexpr std::int64_t slow_ms = 50;
    /// Marks not durable yet; further due states wait in the delay.
    static constexpr std::size_t most_unmarked = 1024;

    explicit Publication(std::int64_t delay_ms) : delay_ms_(delay_ms), delay_(delay_ms) {}

    /// Call first: how far a game was shown before this start.
    void recall(const record::Shown& shown) { shown_.insert_or_assign(shown.game_id, shown); }
    record::Shown recalled(const std::string& game_id) const;
    /// The game will never be shown again.
    void forget(const std::string& game_id);

    /// For all exits at once, from now on; what is shown already stays.
    void change_delay(std::int64_t delay_ms) {
        delay_ms_ = delay_ms;
        delay_.change(delay_ms);
    }
    std::int64_t delay_ms() const { return delay_ms_; }

    /// A record's states from before this start, in order; they were true by `hall_ms`. Of those that were
    /// shown, the last is again, and where the game began anew, that of the game before.
    void restored(HallMs hall_ms, std::vector<PublicState> states);

    /// The board reports that game time 0 was at `start_ms`. The first report corrects the clocks of states
    /// from before this start and, if the board has run on since `runs_since_ms` of the game, the due times
    /// of states since then.
    void date(const std::string& record, HallMs start_ms, std::optional<GameMs> runs_since_ms);

    /// Per game in order. States without a record, and those shown before this start, are not delayed.
    void put(PublicState state);

    /// Whether a state is due once the input that makes it is durable: its mark can then be written with that
    /// input, and the disk is waited for once.
    bool shows_at_once() const { return delay_ms_ == 0; }
    /// That mark, if the state is of the moment `t_ms` of the input; game time 0 was at `start_ms`. It is put
    /// into the journal now, behind all marks that were asked for before.
    record::Shown foreseen(const std::string& record, std::uint64_t inputs, GameMs t_ms, HallMs start_ms);
    /// It is durable, with its input. Before what follows from that is `put`, and then `due`, which takes it
    /// back if no such state is due.
    void marked_with_input(const record::Shown& mark);

    /// To make durable in this order; call `marked` for each.
    std::vector<record::Shown> due(HallMs now_ms);
    /// The oldest mark is durable.
    void marked(HallMs now_ms, std::int64_t took_ms);
    /// To show now, in this order. Clocks are moved on by the delay and dated in hall time.
    std::vector<broadcast::PublicGame> take_due(HallMs now_ms);

    /// Undelayed, in order: what games became each time that something of them was undone or renamed since
    /// the last call, as what is undone and made again counts as made then. For exits where public states
    /// wait longer; after `take_due`.
    std::vector<broadcast::PublicGame> take_corrected() { return std::exchange(corrected_, {}); }

    /// Never shown, as there were too many.
    std::uint64_t left_out() const { return delay_.left_out(); }

  private:
    struct Ready {
        HallMs from_ms{};
        record::Shown mark;
        broadcast::PublicGame game;
    };
    struct Unmarked {
        broadcast::Delayed state;
        bool is_undone = false; // not to be shown any more
    };
    bool was_shown(const PublicState& state) const;
    void show_again(PublicState state);
    void wait_for_boards();
    void keep_running(const broadcast::Delayed& state);
    record::Shown send(broadcast::Delayed state);
    void mark(record::Shown mark, std::vector<record::Shown>& marks);
    void take_back_marks(std::vector<record::Shown>& marks, const std::set<std::string>& records);
    bool was_foreseen(const broadcast::Delayed& state);
    void make_ready(broadcast::Delayed state, HallMs now_ms, bool slow);
    void correct(const broadcast::PublicGame& now);
    record::Shown surely_shown(const std::string& record) const;
    bool leave_out_if_undone(const std::string& record, broadcast::PublicGame& state,
                             const broadcast::PublicGame& now);

    std::int64_t delay_ms_;
    HallMs restored_ms_{};
    broadcast::Delay delay_;
    std::map<std::string, record::Shown, std::less<>> shown_; // before this start
    std::map<std::string, HallMs> starts_;                    // of games, as first assumed
    std::set<std::string> told_;                              // dated by their boards since this start
    /// Last released of games whose running clock is not dated yet; and what to release again, corrected.
    std::map<std::string, broadcast::Delayed> running_;
    std::vector<broadcast::Delayed> misdated_;
    std::deque<Unmarked> unmarked_;
    std::deque<Ready> ready_;
    std::map<std::string, broadcast::PublicGame, std::less<>> newest_; // by public id, undelayed
    std::vector<broadcast::PublicGame> corrected_;
    std::map<std::string, record::Shown> truly_shown_; // by record, since this start
    std::set<std::string> marked_too_far_;             // records
    struct Foreseen {
        record::Shown mark;
        bool durable = false;
    };
    std::map<std::string, Foreseen> foreseen_; // by record: its last mark of all, if that is one
};

} // namespace adoube::round
