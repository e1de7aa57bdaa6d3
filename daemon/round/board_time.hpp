#pragma once
// Game time in milliseconds since the game's start, from the clocks of its boards. It never decreases, even
// when a board restarts, and stays within a log's range whatever a board reports.
//
// Late inputs may have happened before something already recorded, such as a command while the cable was out.
// They follow it in their own rhythm, with pauses shortened until game time meets the board's clock, so no
// player's clock runs longer than the hall's.

#include "daemon/record/input.hpp"
#include "daemon/time/instant.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace adoube::round {

class BoardTime {
  public:
    /// Limit of a pause between late inputs: more than any time by which the umpire distinguishes actions.
    static constexpr std::int64_t short_pause_ms = 1'200;

    /// A board, or a new start of it, keeps the time from now on; it showed `board_us` at `t_ms`.
    void follow(BoardUs board_us, GameMs t_ms) {
        board_start_ms_ = t_ms - whole_ms(board_us);
        since_ms_ = t_ms;
        told_ms_.reset();
        may_be_ahead_ = true;
    }
    /// `t_ms`: now, by the host's clock. The reading given to `follow` may have been delayed, so the board's
    /// clock may be ahead of it.
    void align(BoardUs board_us, GameMs t_ms) {
        if (std::exchange(may_be_ahead_, false))
            board_start_ms_ = std::min(board_start_ms_, t_ms - whole_ms(board_us));
    }
    /// `same_start`: of the board, as for the last input. Late inputs have too great a `t_ms`, so the least
    /// offset locates the board's clock.
    void recall(BoardUs board_us, bool same_start, GameMs t_ms) {
        const auto start_ms = t_ms - whole_ms(board_us);
        board_start_ms_ = same_start ? std::min(board_start_ms_, start_ms) : start_ms;
        if (!same_start) since_ms_ = t_ms, told_ms_.reset();
        pass(t_ms);
        told(board_us);
    }
    /// By the journal, this start's clock showed `board_us` at `t_ms`.
    void recall_start(BoardUs board_us, GameMs t_ms) {
        board_start_ms_ = t_ms - whole_ms(board_us);
        since_ms_ = t_ms;
        pass(t_ms);
        told_ms_.reset();
    }
    /// From no board; the board's next input comes after it.
    GameMs said(GameMs t_ms) {
        pass(t_ms);
        return last_ms_;
    }
    /// No input until `t_ms`: the next is no earlier, whatever its board says.
    void pass(GameMs t_ms) {
        if (t_ms <= last_ms_) return;
        last_ms_ = std::min(t_ms, record::latest_t_ms);
        told_ms_.reset();
    }

    GameMs next(BoardUs board_us) {
        const auto pause_ms = told_ms_ ? std::max<std::int64_t>(whole_ms(board_us) - *told_ms_, 0) : 0;
        told(board_us);
        const auto then_ms = std::max(of(board_us), last_ms_ + std::min(pause_ms, short_pause_ms));
        return last_ms_ = std::min(then_ms, record::latest_t_ms);
    }
    GameMs of(BoardUs board_us) const { return board_start_ms_ + whole_ms(board_us); }
    BoardUs board_us_at(GameMs t_ms) const {
        return BoardUs(static_cast<std::uint64_t>(std::max<std::int64_t>(t_ms - board_start_ms_, 0)) * 1000);
    }
    GameMs last_ms() const { return last_ms_; }
    /// The earliest time that this start can date.
    GameMs since_ms() const { return since_ms_; }

  private:
    static std::int64_t whole_ms(BoardUs at) { return static_cast<std::int64_t>(at.count() / 1000); }
    void told(BoardUs board_us) { told_ms_ = std::max(told_ms_.value_or(0), whole_ms(board_us)); }

    GameMs board_start_ms_{}, last_ms_{}, since_ms_{};
    bool may_be_ahead_ = false;
    std::optional<std::int64_t> told_ms_; // the last input's, by its board; empty after a command
};

} // namespace adoube::round
