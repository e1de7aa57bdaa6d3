#pragma once
// A chess clock as it stands beside a DGT board: two times, a lever, a Start/Stop button. Written from what
// its players see, apart from the umpire's reckoning.

#include "daemon/chess/types.hpp"
#include "daemon/umpire/data/chess_clock.hpp"

#include <vector>

namespace adoube::tools::makers {

class DgtClock {
  public:
    /// Adds the first increment before the first move, as DGT's clocks do.
    DgtClock(std::vector<umpire::Period> periods, bool white_is_left);

    void advance_to(std::uint64_t t_us);
    /// By Start/Stop: White's time runs first.
    void start() { running_ = true; }
    void stop() { running_ = false; }
    void press(chess::Side side);
    /// By the arbiter's hand.
    void set(chess::Side side, std::uint64_t left_us) { of(side).left_us = left_us; }

    bool battery_low = false; // as its display says

    int left_s() const { return shown_s(white_is_left_ ? chess::Side::white : chess::Side::black); }
    int right_s() const { return shown_s(white_is_left_ ? chess::Side::black : chess::Side::white); }
    bool running() const { return running_; }
    bool right_up() const { return (down_ == chess::Side::white) == white_is_left_; }
    /// As the board passes it on: seven bytes.
    std::vector<std::uint8_t> message() const;
    std::uint64_t left_us(chess::Side side) const { return of(side).left_us; }

  private:
    struct Account {
        std::uint64_t left_us = 0;
        std::size_t period = 0;
        int moves = 0; // of the period
    };
    Account& of(chess::Side side) { return accounts_[static_cast<std::size_t>(side)]; }
    const Account& of(chess::Side side) const { return accounts_[static_cast<std::size_t>(side)]; }
    int shown_s(chess::Side side) const { return static_cast<int>((of(side).left_us + 999'999) / 1'000'000); }

    std::vector<umpire::Period> periods_;
    bool white_is_left_;
    Account accounts_[2];
    chess::Side down_ = chess::Side::black; // whose side of the lever
    bool running_ = false;
    std::uint64_t now_us_ = 0;
};

} // namespace adoube::tools::makers
