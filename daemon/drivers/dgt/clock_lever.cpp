#include "daemon/drivers/dgt/clock_lever.hpp"

#include <algorithm>
#include <utility>

namespace adoube::drivers::dgt {

using chess::Side;

void ClockLever::dropped(Side side, SteadyUs now_us) {
    auto& first_us = dropped_us_[static_cast<std::size_t>(side)];
    first_us = first_us.value_or(now_us);
}

void ClockLever::missed_some() {
    last_.reset();
    dropped_us_[0] = dropped_us_[1] = std::nullopt;
}

void ClockLever::vote(bool white_is_left) {
    votes_ = std::clamp(votes_ + (white_is_left ? 1 : -1), -most_votes, most_votes);
    if (votes_ != 0) white_is_left_ = votes_ > 0;
}

std::optional<Side> ClockLever::who(bool is_left) const {
    if (!white_is_left_) return std::nullopt;
    return is_left == *white_is_left_ ? Side::white : Side::black;
}

std::optional<Side> ClockLever::pressed_last() const {
    return last_ && last_->running ? who(last_->right_to_move) : std::nullopt;
}

std::optional<Side> ClockLever::hear(const ClockTime& time, SteadyUs heard_us, bool untouched) {
    const auto before = std::exchange(last_, time);
    if (!before) return std::nullopt;
    const bool moved = before->right_to_move != time.right_to_move;
    const bool starts = !before->running && time.running;
    if (!moved && !starts) return std::nullopt;
    const bool left_pressed = time.right_to_move;
    // The reply's piece must not be taken for the presser's, whose own may have been missed.
    const auto has_dropped = [&](Side side) {
        auto& first_us = dropped_us_[static_cast<std::size_t>(side)];
        const bool has = first_us && *first_us <= heard_us;
        if (has && moved) first_us.reset();
        return has;
    };
    const bool by_white = has_dropped(Side::white), by_black = has_dropped(Side::black);
    const bool one_side = by_white != by_black;
    const auto dropper = by_white ? Side::white : Side::black;
    if (untouched) { // whoever's time runs first has White, also where the lever was wrong at first
        if (!time.running) return std::nullopt;
        votes_ = 0;
        vote(!left_pressed);
        return starts ? std::optional(Side::black) : std::nullopt;
    }
    if (!moved || !before->running) return std::nullopt; // started again, or the lever of one that stands
    if (!time.running) { // pressed and stopped; or stopped, and the lever put right
        const auto presser = who(left_pressed);
        return one_side && presser == dropper ? presser : std::nullopt;
    }
    if (one_side) vote(left_pressed == (dropper == Side::white));
    return who(left_pressed);
}

} // namespace adoube::drivers::dgt
