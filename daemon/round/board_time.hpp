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
    void follow(std::uint64_t board_us, std::int64_t t_ms) {
        offset_ms_ = t_ms - whole_ms(board_us);
        since_ms_ = t_ms;
        told_ms_.reset();
        may_be_ahead_ = true;
    }
    /// It is `board_us` there now, while it would be `t_ms` by the host's clock. What had been heard of the
    /// board when it was followed may have been on its way for a while: then its clock is further than that.
    void meet(std::uint64_t board_us, std::int64_t t_ms) {
        if (std::exchange(may_be_ahead_, false)) offset_ms_ = std::min(offset_ms_, t_ms - whole_ms(board_us));
    }
    /// An input of the journal. `same_start`: as the last that a board told. A late input has a time that is
    /// too great, so the least tells where the board's clock is.
    void recall(std::uint64_t board_us, bool same_start, std::int64_t t_ms) {
        const auto offset_ms = t_ms - whole_ms(board_us);
        offset_ms_ = same_start ? std::min(offset_ms_, offset_ms) : offset_ms;
        if (!same_start) since_ms_ = t_ms, told_ms_.reset();
        pass(t_ms);
        told(board_us);
    }
    /// The journal's word that this start's clock showed `board_us` at `t_ms`.
    void recall_start(std::uint64_t board_us, std::int64_t t_ms) {
        offset_ms_ = t_ms - whole_ms(board_us);
        since_ms_ = t_ms;
        pass(t_ms);
        told_ms_.reset();
    }
    /// An input that no board told. What a board tells next comes after it.
    std::int64_t said(std::int64_t t_ms) {
        pass(t_ms);
        return last_ms_;
    }
    /// It was `t_ms` without an input: the next is not before, whatever its board says.
    void pass(std::int64_t t_ms) {
        if (t_ms <= last_ms_) return;
        last_ms_ = std::min(t_ms, record::latest_t_ms);
        told_ms_.reset();
    }

    /// The time of the next input.
    std::int64_t next(std::uint64_t board_us) {
        const auto pause_ms = told_ms_ ? std::max<std::int64_t>(whole_ms(board_us) - *told_ms_, 0) : 0;
        told(board_us);
        const auto then_ms = std::max(of(board_us), last_ms_ + std::min(pause_ms, short_pause_ms));
        return last_ms_ = std::min(then_ms, record::latest_t_ms);
    }
    std::int64_t of(std::uint64_t board_us) const { return whole_ms(board_us) + offset_ms_; }
    /// What its board's clock shows then.
    std::uint64_t board_us_at(std::int64_t t_ms) const {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(t_ms - offset_ms_, 0)) * 1000;
    }
    std::int64_t last_ms() const { return last_ms_; }
    /// The first time that this start of the board can date.
    std::int64_t since_ms() const { return since_ms_; }

  private:
    static std::int64_t whole_ms(std::uint64_t us) { return static_cast<std::int64_t>(us / 1000); }
    void told(std::uint64_t board_us) { told_ms_ = std::max(told_ms_.value_or(0), whole_ms(board_us)); }

    std::int64_t offset_ms_ = 0, last_ms_ = 0, since_ms_ = 0;
    bool may_be_ahead_ = false;
    std::optional<std::int64_t> told_ms_; // the last input, by its board's clock; empty after a word
};

} // namespace adoube::round
