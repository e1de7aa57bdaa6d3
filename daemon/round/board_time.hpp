#pragma once
// The time of a game, from the clocks of the boards that it is played on: milliseconds since its start, never
// decreasing, whatever a board's start does to its clock.

#include <algorithm>
#include <cstdint>

namespace adoube::round {

class BoardTime {
  public:
    /// The board (or this start of it) whose clock counts from now on showed `board_us` at `t_ms`. Should its
    /// first input then lie before the last one, its clock is set on until it does not.
    void follow(std::uint64_t board_us, std::int64_t t_ms) {
        offset_ms_ = t_ms - whole_ms(board_us), first_ = true;
    }
    /// An input of the journal: its board's clock goes on as it went then. `same_start`: as the last that a
    /// board told. One that came late had the time of the last, which says nothing of the clock.
    void recall(std::uint64_t board_us, bool same_start, std::int64_t t_ms) {
        const bool late = same_start && !first_ && of(board_us) < t_ms;
        if (!late) offset_ms_ = t_ms - whole_ms(board_us);
        first_ = false;
        pass(t_ms);
    }
    /// An input that no board told. What a board tells next comes after it; should that be older, the clock
    /// is set on, so that touches keep their lengths.
    std::int64_t said(std::int64_t t_ms) {
        first_ = true;
        return last_ms_ = std::max(last_ms_, t_ms);
    }

    /// It was `t_ms` without an input: the next is not before, whatever its board says.
    void pass(std::int64_t t_ms) { last_ms_ = std::max(last_ms_, t_ms); }

    /// The time of the next input.
    std::int64_t next(std::uint64_t board_us) {
        const auto t_ms = of(board_us);
        if (first_ && t_ms < last_ms_) offset_ms_ += last_ms_ - t_ms;
        first_ = false;
        return last_ms_ = std::max(last_ms_, of(board_us));
    }
    std::int64_t of(std::uint64_t board_us) const { return whole_ms(board_us) + offset_ms_; }
    std::int64_t last_ms() const { return last_ms_; }

  private:
    static std::int64_t whole_ms(std::uint64_t us) { return static_cast<std::int64_t>(us / 1000); }

    std::int64_t offset_ms_ = 0, last_ms_ = 0;
    bool first_ = false;
};

} // namespace adoube::round
