#pragma once
// The chess clock, reckoned in board time from the lever: Article 6.

#include "daemon/umpire/data/inputs.hpp"

#include <expected>

namespace adoube::umpire {

/// One period of a time control: so many moves (0: all that are left) in so much time, with so much for each
/// move.
struct Period {
    int moves = 0;
    std::int64_t time_ms = 0;
    std::int64_t bonus_ms = 0;
};

/// The PGN tag TimeControl: "40/5400+30:1800+30", "900+10", "300". Empty where no clock is kept ("", "-",
/// "?"); an error for a text that says something else.
std::expected<std::vector<Period>, std::string> parse_time_control(std::string_view text);

/// A value: copied with the reading of the game that it belongs to. It starts with the time of the first
/// period alone; the press that completes a move adds the bonus. In delay mode (6.2b) no more than was used
/// of it comes back.
class ChessClock {
  public:
    ChessClock(std::vector<Period> periods, ClockMode mode);

    bool kept() const { return !periods_.empty(); }
    void start(Side side, GameMs t_ms);
    void stop(GameMs t_ms);

    /// The lever was pressed by `side`; the other clock runs from now.
    void press(Side side, GameMs t_ms);
    /// `side` has completed a move by a press at `t_ms`: the bonus of 6.2b.
    void add_bonus(Side side);
    /// `side` has made one more move: with the last of a period the time of the next is added.
    void count_move(Side side);

    void set(Side side, std::int64_t ms, GameMs t_ms);
    void run(std::optional<Side> side, GameMs t_ms);

    std::int64_t left_ms(Side side, GameMs t_ms) const;
    std::optional<Side> running() const { return running_; }
    /// All the moves that `side` has left are to be made in this time.
    bool in_last_period(Side side) const { return !kept() || periods_[of(side).period].moves == 0; }

  private:
    struct Account {
        std::int64_t left_ms = 0;
        std::int64_t spent_on_move_ms = 0;
        std::size_t period = 0;
        int moves_in_period = 0;
    };
    Account& of(Side side) { return accounts_[static_cast<std::size_t>(side)]; }
    const Account& of(Side side) const { return accounts_[static_cast<std::size_t>(side)]; }
    void charge(GameMs t_ms);
    /// What of the time spent on a move does not count, in delay mode.
    std::int64_t delay_ms(const Account& account, std::int64_t spent_ms) const;

    std::vector<Period> periods_;
    ClockMode mode_;
    std::array<Account, 2> accounts_{};
    std::optional<Side> running_;
    GameMs since_ms_{};
};

} // namespace adoube::umpire
