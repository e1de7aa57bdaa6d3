#include "daemon/drivers/dgt/clock_lever.hpp"

#include <algorithm>
#include <utility>

namespace adoube::drivers::dgt {

using chess::Side;

void ClockLever::dropped(Side side) { dropped_[static_cast<std::size_t>(side)] = true; }

void ClockLever::missed_some() {
    last_.reset();
    dropped_[0] = dropped_[1] = false;
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

std::optional<Side> ClockLever::hear(const ClockTime& time, bool untouched) {
    const auto before = std::exchange(last_, time);
    if (!before) return std::nullopt;
    const bool moved = before->right_to_move != time.right_to_move;
    const bool starts = !before->running && time.running;
    if (!moved && !starts) return std::nullopt;
    const bool left_pressed = time.right_to_move;
    const bool one_side = dropped_[0] != dropped_[1];
    const auto dropper = dropped_[0] ? Side::white : Side::black;
    dropped_[0] = dropped_[1] = false;
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
