#pragma once
// The time of a game, from the clocks of the boards that it is played on: milliseconds since its start, never
// decreasing, whatever a board's start does to its clock.
//
// What a board tells late may have happened before something that is in the record already: an arbiter's word
// while its cable was out. It comes after that in the rhythm in which it was done, but pauses are cut short
// until the game is again where its board is. So no player's clock runs for longer than the hall's.
//
// Whatever a board says, the time stays one that a log may have.

#include "daemon/record/input.hpp"
#include "daemon/time/instant.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace adoube::round {

class BoardTime {
  public:
    /// What is left of a pause between late inputs: more than any time by which the umpire tells hands apart.
    static constexpr std::int64_t short_pause_ms = 1'200;

    /// The board (or this start of it) whose clock counts from now on showed `board_us` at `t_ms`.
    void follow(BoardUs board_us, GameMs t_ms) {
        board_start_ms_ = t_ms - whole_ms(board_us);
        since_ms_ = t_ms;
        told_ms_.reset();
        may_be_ahead_ = true;
    }
    /// It is `board_us` there now, while it would be `t_ms` by the host's clock. What had been heard of the
    /// board when it was followed may have been on its way for a while: then its clock is further than that.
    void align(BoardUs board_us, GameMs t_ms) {
        if (std::exchange(may_be_ahead_, false))
            board_start_ms_ = std::min(board_start_ms_, t_ms - whole_ms(board_us));
    }
    /// An input of the journal. `same_start`: as the last that a board told. A late input has a time that is
    /// too great, so the least tells where the board's clock is.
    void recall(BoardUs board_us, bool same_start, GameMs t_ms) {
        const auto start_ms = t_ms - whole_ms(board_us);
        board_start_ms_ = same_start ? std::min(board_start_ms_, start_ms) : start_ms;
        if (!same_start) since_ms_ = t_ms, told_ms_.reset();
        pass(t_ms);
        told(board_us);
    }
    /// The journal's word that this start's clock showed `board_us` at `t_ms`.
    void recall_start(BoardUs board_us, GameMs t_ms) {
        board_start_ms_ = t_ms - whole_ms(board_us);
        since_ms_ = t_ms;
        pass(t_ms);
        told_ms_.reset();
    }
    /// An input that no board told. What a board tells next comes after it.
    GameMs said(GameMs t_ms) {
        pass(t_ms);
        return last_ms_;
    }
    /// It was `t_ms` without an input: the next is not before, whatever its board says.
    void pass(GameMs t_ms) {
        if (t_ms <= last_ms_) return;
        last_ms_ = std::min(t_ms, record::latest_t_ms);
        told_ms_.reset();
    }

    /// The time of the next input.
    GameMs next(BoardUs board_us) {
        const auto pause_ms = told_ms_ ? std::max<std::int64_t>(whole_ms(board_us) - *told_ms_, 0) : 0;
        told(board_us);
        const auto then_ms = std::max(of(board_us), last_ms_ + std::min(pause_ms, short_pause_ms));
        return last_ms_ = std::min(then_ms, record::latest_t_ms);
    }
    GameMs of(BoardUs board_us) const { return board_start_ms_ + whole_ms(board_us); }
    /// What its board's clock shows then.
    BoardUs board_us_at(GameMs t_ms) const {
        return BoardUs(static_cast<std::uint64_t>(std::max<std::int64_t>(t_ms - board_start_ms_, 0)) * 1000);
    }
    GameMs last_ms() const { return last_ms_; }
    /// The first time that this start of the board can date.
    GameMs since_ms() const { return since_ms_; }

  private:
    static std::int64_t whole_ms(BoardUs at) { return static_cast<std::int64_t>(at.count() / 1000); }
    void told(BoardUs board_us) { told_ms_ = std::max(told_ms_.value_or(0), whole_ms(board_us)); }

    GameMs board_start_ms_{}, last_ms_{}, since_ms_{};
    bool may_be_ahead_ = false;
    std::optional<std::int64_t> told_ms_; // the last input, by its board's clock; empty after a word
};

} // namespace adoube::round
