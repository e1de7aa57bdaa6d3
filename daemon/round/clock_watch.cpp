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
/// White's and Black's.
std::pair<int, int> seconds_by_side(const ClockWatch::Display& display, bool white_left) {
    return white_left ? std::pair(display.left_s, display.right_s)
                      : std::pair(display.right_s, display.left_s);
}

/// "1:30:00".
std::string in_words(int seconds) {
    const auto two_digits = [](int n) { return (n < 10 ? ":0" : ":") + std::to_string(n); };
    return std::to_string(seconds / 3600) + two_digits(seconds / 60 % 60) + two_digits(seconds % 60);
}

} // namespace

ClockWatch::ClockWatch(std::vector<std::int64_t> later_periods_ms, std::int64_t delay_ms,
                       std::int64_t first_bonus_ms)
    : delay_ms_(delay_ms), first_bonus_ms_(first_bonus_ms) {
    for (const auto period_ms : later_periods_ms)
        not_yet_added_ms_.push_back(not_yet_added_ms_.back() + period_ms);
}

/// While no press has made the two clocks differ.
void ClockWatch::learn_rounding(int shown_s, std::int64_t reckoned_ms) {
    constexpr int few_presses = 6;
    constexpr std::int64_t surely_ms = 350;
    const auto above_ms = shown_s * display_ms - reckoned_ms;
    if (rounds_ != Rounds::unknown || presses_ > few_presses || reckoned_ms <= 0) return;
    if (surely_ms < above_ms && above_ms < display_ms) rounds_ = Rounds::up;
    if (-display_ms < above_ms && above_ms < -surely_ms) rounds_ = Rounds::down;
}

std::int64_t ClockWatch::middle_ms(int shown_s) const {
    const auto half_ms = rounds_ == Rounds::unknown ? 0
                         : rounds_ == Rounds::up    ? -display_ms / 2
                                                    : display_ms / 2;
    return std::max<std::int64_t>(0, shown_s * display_ms + half_ms);
}

std::int64_t ClockWatch::reach_ms() const {
    return rounds_ == Rounds::unknown ? display_ms - 1 : display_ms / 2;
}

std::int64_t ClockWatch::beyond_ms(int shown_s, std::int64_t reckoned_ms) const {
    const auto below_ms = std::max<std::int64_t>(0, reckoned_ms) - middle_ms(shown_s);
    const auto from_middle_ms = below_ms < 0 ? -below_ms : std::max<std::int64_t>(0, below_ms - delay_ms_);
    return std::max<std::int64_t>(0, from_middle_ms - reach_ms());
}

std::int64_t ClockWatch::off_ms(int shown_s, std::int64_t reckoned_ms) const {
    auto least = std::numeric_limits<std::int64_t>::max();
    for (const auto lacking_ms : not_yet_added_ms_)
        least = std::min(least, beyond_ms(shown_s, reckoned_ms - lacking_ms));
    return least;
}

/// It counts presses, and a player may have forgotten one: it adds a period some moves earlier or later.
bool ClockWatch::differs_by_period(int shown_s, std::int64_t reckoned_ms) const {
    return std::ranges::any_of(not_yet_added_ms_, [&](std::int64_t period_ms) {
        return std::min(beyond_ms(shown_s, reckoned_ms - period_ms),
                        beyond_ms(shown_s, reckoned_ms + period_ms)) <= agrees_ms + first_bonus_ms_;
    });
}

bool ClockWatch::agrees(int white_s, int black_s, const umpire::Clocks& reckoned) const {
    return std::max(off_ms(white_s, reckoned.white_ms), off_ms(black_s, reckoned.black_ms)) <= agrees_ms;
}

std::optional<record::ClockReading> ClockWatch::hear(const Display& display, const umpire::Clocks& reckoned,
                                                     GameMs t_ms) {
    alive(t_ms);
    if (leads_by_first_bonus(display, reckoned)) {
        times_agree();
        last_ = display;
        const auto both_ms = display.left_s * display_ms;
        return record::ClockReading{both_ms, both_ms, reckoned.running, reach_ms()};
    }
    tell_set_wrongly(display, reckoned);
    const bool settled = !pressed_ms_ || t_ms - *pressed_ms_ >= settles_ms;
    const auto fault = fault_of(display, reckoned);
    if (settled) judge(fault == Fault::none && led_too_far_ ? Fault::wrong : fault);
    if (settled) judge_lever(display.right_up);
    if (std::exchange(last_, display) == display) return std::nullopt;
    const bool known = turn_ != Turn::unknown;
    const bool white_left = known ? turn_ == Turn::white_left : is_rather_left(display, reckoned);
    const auto [white_s, black_s] = seconds_by_side(display, white_left);
    const bool agrees = settled && known && fault == Fault::none;
    tell_stopped(display, reckoned);
    if (settled && fault == Fault::none) {
        learn_rounding(white_s, reckoned.white_ms);
        learn_rounding(black_s, reckoned.black_ms);
    }
    const auto within_ms = agrees ? leeway_ms(white_s, black_s, reckoned) : for_the_record_only_ms;
    const auto running = display.runs == false ? std::nullopt : reckoned.running;
    return record::ClockReading{middle_ms(white_s), middle_ms(black_s), running, within_ms};
}

std::optional<record::ClockReading> ClockWatch::follow(const Display& display,
                                                       const umpire::Clocks& reckoned) {
    // A board's clock is read late, and a press that counts for the clock alone adds a bonus there alone.
    const std::int64_t usual_ms = agrees_ms + 1'500 + first_bonus_ms_;
    tell_stopped(display, reckoned);
    const bool white_left = *display.white_left;
    turn_ = white_left ? Turn::white_left : Turn::white_right;
    if (std::exchange(last_, display) == display && !doubted_) return std::nullopt;
    const auto [white_s, black_s] = seconds_by_side(display, white_left);
    std::optional<Side> running;
    if (display.runs.value_or(false)) running = display.right_up == white_left ? Side::black : Side::white;
    const bool missed_some = std::exchange(missed_some_, false);
    record::ClockReading reading{middle_ms(white_s), middle_ms(black_s), running,
                                 running == reckoned.running && !missed_some ? reach_ms() : 0};
    const bool apart =
        std::max(beyond_ms(white_s, reckoned.white_ms), beyond_ms(black_s, reckoned.black_ms)) > usual_ms;
    if (apart && differs_by_period(white_s, reckoned.white_ms) &&
        differs_by_period(black_s, reckoned.black_ms)) {
        reading.within_ms = for_the_record_only_ms;
        missed_some_ = missed_some; // this one is not followed
        return reading;
    }
    const bool runs_on = running && !reckoned.running; // as after a game
    const bool is_set = !missed_some && apart && !runs_on;
    if (is_set && !is_confirmed(display)) {
        reading.within_ms = for_the_record_only_ms;
        return reading;
    }
    doubted_.reset();
    if (reading.within_ms == 0) reading.left = white_left ? Side::white : Side::black;
    if (is_set)
        tell(Subject::clock_set,
             "its clock was set to " + in_words(white_s) + " for White and " + in_words(black_s) +
                 " for Black, where the time control and the presses give " +
                 in_words(static_cast<int>(reckoned.white_ms / display_ms)) + " and " +
                 in_words(static_cast<int>(reckoned.black_ms / display_ms)) + ": the times follow it");
    return reading;
}

/// The line has no checksums: a clock was set if the next display tells so, too.
bool ClockWatch::is_confirmed(const Display& display) {
    constexpr int meanwhile_s = 2;
    const auto before = std::exchange(doubted_, display);
    return before && std::abs(display.left_s - before->left_s) <= meanwhile_s &&
           std::abs(display.right_s - before->right_s) <= meanwhile_s;
}

/// Players may still be setting it: each of its times is told once.
void ClockWatch::tell_set_wrongly(const Display& display, const umpire::Clocks& reckoned) {
    const bool before_start = presses_ == 0 && display.runs == false && !reckoned.running;
    if (!before_start || agrees(display.left_s, display.right_s, reckoned) ||
        agrees(display.right_s, display.left_s, reckoned) || std::exchange(told_set_, display) == display)
        return;
    times_told_ = true;
    tell(Subject::clock_times, "its clock is set to " + in_words(display.left_s) + " and " +
                                   in_words(display.right_s) + ", and the time control gives " +
                                   in_words(static_cast<int>(reckoned.white_ms / display_ms)) +
                                   ": set one of them right before the start");
}

bool ClockWatch::leads_by_first_bonus(const Display& display, const umpire::Clocks& reckoned) const {
    if (first_bonus_ms_ == 0 || presses_ > 0 || agrees(display.left_s, display.right_s, reckoned))
        return false;
    auto with_bonus = reckoned;
    with_bonus.white_ms += first_bonus_ms_, with_bonus.black_ms += first_bonus_ms_;
    return beyond_ms(display.left_s, with_bonus.white_ms) == 0 &&
           beyond_ms(display.right_s, with_bonus.black_ms) == 0 && display.left_s == display.right_s;
}

void ClockWatch::tell_stopped(const Display& display, const umpire::Clocks& reckoned) {
    if (display.runs == false && reckoned.running) {
        stopped_ = true;
        tell(Subject::clock_stopped, "its clock was stopped; times stand until it runs again");
    } else if (display.runs == true && std::exchange(stopped_, false)) {
        tell_end(Subject::clock_stopped, reckoned.running ? "" : "its clock runs again");
    }
}

bool ClockWatch::is_rather_left(const Display& display, const umpire::Clocks& reckoned) const {
    const auto [left_s, right_s, lever, runs, white] = display;
    return off_ms(left_s, reckoned.white_ms) + off_ms(right_s, reckoned.black_ms) <=
           off_ms(right_s, reckoned.white_ms) + off_ms(left_s, reckoned.black_ms);
}

/// On which side White's time is shown is learnt from the first times that tell it.
ClockWatch::Fault ClockWatch::fault_of(const Display& display, const umpire::Clocks& reckoned) {
    const auto [left_s, right_s, lever, runs, white] = display;
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

void ClockWatch::times_agree() {
    told_set_.reset();
    if (std::exchange(times_told_, false))
        tell_end(Subject::clock_times,
                 presses_ > 0 ? "its clock agrees with the moves again" : "its clock is set right");
}

void ClockWatch::judge(Fault fault) {
    if (fault == Fault::none) {
        times_agree();
        display_ = {};
    } else if (presses_ > 0 && count(display_)) {
        times_told_ = true;
        tell(Subject::clock_times,
             fault == Fault::turned
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
        tell(Subject::clock_lever,
             "its clock tells the lever's place wrongly; presses are not taken from it");
}

std::int64_t ClockWatch::leeway_ms(int white_s, int black_s, const umpire::Clocks& reckoned) {
    const auto correction_ms =
        std::max(beyond_ms(white_s, reckoned.white_ms), beyond_ms(black_s, reckoned.black_ms));
    const bool lacks_period = correction_ms > agrees_ms;
    led_too_far_ = !lacks_period && drift_ms_ + correction_ms > most_drift_ms + presses_ * drift_of_press_ms;
    if (lacks_period || led_too_far_ || delay_ms_ != 0) return for_the_record_only_ms;
    drift_ms_ += correction_ms;
    return reach_ms();
}

void ClockWatch::pressed(Side side, GameMs t_ms) {
    ++presses_;
    presser_ = side;
    pressed_ms_ = t_ms;
}

void ClockWatch::lever_lies(Side pressed_last, GameMs t_ms) {
    if (presser_ == pressed_last) return;
    presser_ = pressed_last;
    pressed_ms_ = t_ms;
}

void ClockWatch::board_came(GameMs t_ms) {
    if (heard_ms_) heard_ms_ = t_ms;
}

bool ClockWatch::has_time_for(const Display& display, GameMs t_ms) {
    const std::int64_t left_ms = last_ == display ? 2 * between_displays_ms : 0;
    const auto before_ms = std::max(taken_until_ms_, t_ms - (most_at_once - 1) * between_displays_ms);
    if (before_ms + left_ms > t_ms) return false;
    taken_until_ms_ = before_ms + between_displays_ms;
    return true;
}

void ClockWatch::alive(GameMs t_ms) {
    if (std::exchange(gone_, false)) tell_end(Subject::clock_link, "its clock is heard again");
    heard_ms_ = t_ms;
}

void ClockWatch::gone() {
    if (!heard_ms_ || std::exchange(gone_, true)) return;
    tell(Subject::clock_link, "its clock is not connected any more; times go on from the presses");
}

void ClockWatch::came_too_late() {
    tell(Subject::clock_lever,
         "its clock was connected after the game had begun: its presses count from the next "
         "game on");
}

bool ClockWatch::is_silent(GameMs t_ms, GameMs board_ms) const {
    return heard_ms_ && !gone_ && t_ms - *heard_ms_ >= silent_after_ms &&
           board_ms - *heard_ms_ >= board_speaks_ms;
}

void ClockWatch::tell_silent() {
    gone_ = true;
    tell(Subject::clock_link, "its clock is silent; times go on from the presses");
}

} // namespace adoube::round
