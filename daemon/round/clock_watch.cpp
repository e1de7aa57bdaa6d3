#include "daemon/round/clock_watch.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace adoube::round {
namespace {

using chess::Side;

/// A display is less than this from the time it stands for, rounded up or down.
constexpr std::int64_t display_ms = 1'000;
/// Boards speak every second.
constexpr std::int64_t board_speaks_ms = ClockWatch::silent_after_ms - 1'000;
constexpr std::int64_t for_the_record_only_ms = std::numeric_limits<std::int32_t>::max();

} // namespace

ClockWatch::ClockWatch(std::vector<std::int64_t> later_periods_ms) {
    for (const auto period_ms : later_periods_ms)
        not_yet_added_ms_.push_back(not_yet_added_ms_.back() + period_ms);
}

std::int64_t ClockWatch::off_ms(int shown_s, std::int64_t reckoned_ms) const {
    auto least = std::numeric_limits<std::int64_t>::max();
    for (const auto lacking_ms : not_yet_added_ms_)
        least = std::min(
            least, std::abs(shown_s * display_ms + lacking_ms - std::max<std::int64_t>(0, reckoned_ms)));
    return least;
}

bool ClockWatch::agrees(int white_s, int black_s, const umpire::Clocks& reckoned) const {
    return std::max(off_ms(white_s, reckoned.white_ms), off_ms(black_s, reckoned.black_ms)) <= agrees_ms;
}

std::optional<record::ClockReading> ClockWatch::hear(const Display& display, const umpire::Clocks& reckoned,
                                                     GameMs t_ms) {
    alive(t_ms);
    const bool settled = !pressed_ms_ || t_ms - *pressed_ms_ >= settles_ms;
    const auto fault = fault_of(display, reckoned);
    if (settled) judge(fault);
    if (settled && display.right_up) judge_lever(*display.right_up);
    if (std::exchange(last_, display) == display) return std::nullopt;
    const bool white_left = turn_ != Turn::white_right;
    const int white_s = white_left ? display.left_s : display.right_s;
    const int black_s = white_left ? display.right_s : display.left_s;
    const auto within_ms =
        settled && fault == Fault::none ? leeway_ms(white_s, black_s, reckoned) : for_the_record_only_ms;
    return record::ClockReading{white_s * display_ms, black_s * display_ms, reckoned.running, within_ms};
}

/// On which side White's time is shown is learnt from the first times that tell it.
ClockWatch::Fault ClockWatch::fault_of(const Display& display, const umpire::Clocks& reckoned) {
    const auto [left_s, right_s, lever] = display;
    const bool as_left = agrees(left_s, right_s, reckoned), as_right = agrees(right_s, left_s, reckoned);
    if (turn_ == Turn::unknown && as_left != as_right) turn_ = as_left ? Turn::white_left : Turn::white_right;
    if (turn_ == Turn::unknown) return as_left ? Fault::none : Fault::wrong;
    const bool as_ever = turn_ == Turn::white_left ? as_left : as_right;
    const bool turned = turn_ == Turn::white_left ? as_right : as_left;
    return as_ever ? Fault::none : turned ? Fault::turned : Fault::wrong;
}

bool ClockWatch::count(Doubt& doubt) {
    if (doubt.counted_at == presses_) return false;
    doubt.counted_at = presses_;
    return ++doubt.presses >= presses_to_tell && !std::exchange(doubt.told, true);
}

void ClockWatch::judge(Fault fault) {
    if (fault == Fault::none) {
        if (display_.told) complaints_.push_back("its clock agrees with the moves again");
        display_ = {};
    } else if (presses_ > 0 && count(display_)) {
        complaints_.push_back(fault == Fault::turned
                                  ? "its clock shows White's time on Black's side: look whether it was turned"
                                  : "its clock shows other times than the moves and presses give: compare it "
                                    "with the times here, and set one of them right");
    }
}

/// It moves with every press of the other side.
void ClockWatch::judge_lever(bool right_up) {
    if (!presser_) return;
    const bool as_white = right_up == (*presser_ == Side::white);
    if (!white_down_is_right_up_) white_down_is_right_up_ = as_white;
    if (*white_down_is_right_up_ == as_white) return;
    if (count(lever_))
        complaints_.push_back("its clock tells the lever's place wrongly; presses are not taken from it");
}

std::int64_t ClockWatch::leeway_ms(int white_s, int black_s, const umpire::Clocks& reckoned) {
    const auto off = [](int shown_s, std::int64_t reckoned_ms) {
        return std::abs(shown_s * display_ms - std::max<std::int64_t>(0, reckoned_ms));
    };
    const auto most_off_ms = std::max(off(white_s, reckoned.white_ms), off(black_s, reckoned.black_ms));
    const auto correction_ms = std::max<std::int64_t>(0, most_off_ms - display_ms);
    const bool lacks_period = most_off_ms > agrees_ms;
    if (lacks_period || drift_ms_ + correction_ms > most_drift_ms + presses_ * drift_of_press_ms)
        return for_the_record_only_ms;
    drift_ms_ += correction_ms;
    return display_ms;
}

void ClockWatch::pressed(Side side, GameMs t_ms) {
    ++presses_;
    presser_ = side;
    pressed_ms_ = t_ms;
}

void ClockWatch::alive(GameMs t_ms) {
    if (std::exchange(gone_, false)) complaints_.push_back("its clock is heard again");
    heard_ms_ = t_ms;
}

void ClockWatch::gone() {
    if (!heard_ms_ || std::exchange(gone_, true)) return;
    complaints_.push_back("its clock is not connected any more; times go on from the presses");
}

bool ClockWatch::is_silent(GameMs t_ms, GameMs board_ms) const {
    return heard_ms_ && !gone_ && t_ms - *heard_ms_ >= silent_after_ms &&
           board_ms - *heard_ms_ >= board_speaks_ms;
}

void ClockWatch::tell_silent() {
    gone_ = true;
    complaints_.push_back("its clock is silent; times go on from the presses");
}

} // namespace adoube::round
