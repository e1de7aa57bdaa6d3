#pragma once
// The chess clock (Article 6), computed in board time from the lever's presses.

#include "daemon/umpire/data/inputs.hpp"

#include <expected>
#include <memory>

namespace adoube::umpire {

/// One period of a time control. `moves` 0: all that are left; `bonus_ms`: for each move.
struct Period {
    int moves = 0;
    std::int64_t time_ms = 0;
    std::int64_t bonus_ms = 0;
};

/// The PGN tag TimeControl: "40/5400+30:1800+30", "900+10", "300". Empty if no clock is kept ("", "-", "?"),
/// an error for other text.
std::expected<std::vector<Period>, std::string> parse_time_control(std::string_view text);

/// A value, copied with its reading. It starts with the first period's time alone; the press that completes a
/// move adds the bonus. In delay mode (6.2b) at most the time used comes back.
class ChessClock {
  public:
    ChessClock(std::vector<Period> periods, ClockMode mode);

    bool kept() const { return !periods_->empty(); }
    void start(Side side, GameMs t_ms);
    void stop(GameMs t_ms);

    void press(Side side, GameMs t_ms);
    /// The bonus of 6.2b for a completed move; call after its press().
    void add_bonus(Side side);
    /// The last move of a period adds the next period's time.
    void count_move(Side side);

    void set(Side side, std::int64_t ms, GameMs t_ms);
    void run(std::optional<Side> side, GameMs t_ms);

    /// Also of a moment before the last few changes: a move is often known to be made only later.
    std::int64_t left_ms(Side side, GameMs t_ms) const;
    std::optional<Side> running() const { return now_.running; }
    /// What the side's next move adds, at the least.
    std::int64_t bonus_ms(Side side) const {
        return kept() && mode_ == ClockMode::increment ? (*periods_)[of(side).period].bonus_ms : 0;
    }

    /// The chess clock that this one follows is out of sight; a press that is lost then is not counted here.
    void lose_sight() { in_sight_ = false; }
    void lose_press() { lost_press_ |= !in_sight_; }
    void come_in_sight() { in_sight_ = true, lost_press_ = false; }
    bool in_sight() const { return in_sight_; }
    bool lost_press() const { return lost_press_; }
    bool in_last_period(Side side) const { return !kept() || (*periods_)[of(side).period].moves == 0; }

  private:
    struct Account {
        std::int64_t left_ms = 0;
        std::int64_t spent_on_move_ms = 0;
        std::size_t period = 0;
        int moves_in_period = 0;
    };
    struct State {
        std::array<Account, 2> accounts{};
        std::optional<Side> running;
        GameMs since_ms{};
    };
    Account& of(Side side) { return now_.accounts[static_cast<std::size_t>(side)]; }
    const Account& of(Side side) const { return now_.accounts[static_cast<std::size_t>(side)]; }
    const State& at(GameMs t_ms) const;
    void charge(GameMs t_ms);
    /// The part of `spent_ms` that delay mode does not charge.
    std::int64_t delay_ms(const Account& account, std::int64_t spent_ms) const;

    std::shared_ptr<const std::vector<Period>> periods_; // by copies
    ClockMode mode_;
    State now_;
    std::array<State, 4> before_{}; // latest first
    bool in_sight_ = true, lost_press_ = false;
};

} // namespace adoube::umpire
