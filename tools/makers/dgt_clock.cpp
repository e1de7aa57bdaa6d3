#include "tools/makers/dgt_clock.hpp"

#include <algorithm>
#include <utility>

namespace adoube::tools::makers {

using chess::Side;

namespace {

std::uint8_t bcd(int number) { return static_cast<std::uint8_t>(number / 10 << 4 | number % 10); }

} // namespace

DgtClock::DgtClock(std::vector<umpire::Period> periods, bool white_is_left)
    : periods_(std::move(periods)), white_is_left_(white_is_left) {
    if (periods_.empty()) periods_.push_back({});
    for (auto& account : accounts_)
        account.left_us = static_cast<std::uint64_t>(periods_[0].time_ms + periods_[0].bonus_ms) * 1000;
}

void DgtClock::advance_to(std::uint64_t t_us) {
    if (t_us <= now_us_) return;
    const auto passed_us = t_us - std::exchange(now_us_, t_us);
    if (!running_) return;
    auto& left_us = of(other(down_)).left_us;
    left_us -= std::min(left_us, passed_us);
}

void DgtClock::press(Side side) {
    if (!running_ || down_ == side) return; // the lever lies there already
    down_ = side;
    auto& account = of(side);
    const auto& period = periods_[account.period];
    const bool is_last = account.period + 1 == periods_.size();
    std::int64_t added_ms = period.bonus_ms;
    if (!is_last && ++account.moves == period.moves) {
        added_ms += periods_[++account.period].time_ms;
        account.moves = 0;
    }
    account.left_us += static_cast<std::uint64_t>(added_ms) * 1000;
}

std::vector<std::uint8_t> DgtClock::message() const {
    std::vector<std::uint8_t> data;
    for (const int s : {right_s(), left_s()})
        for (const int part : {s / 3600 % 10, s / 60 % 60, s % 60}) data.push_back(bcd(part));
    const int turn = !running() ? 0 : right_up() ? 0x08 : 0x10;
    const int low = battery_low ? 4 : 0;
    data.push_back(static_cast<std::uint8_t>((running() ? 1 : 0) | (right_up() ? 2 : 0) | low | turn));
    return data;
}

} // namespace adoube::tools::makers
