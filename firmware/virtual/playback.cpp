#include "firmware/virtual/playback.hpp"

#include <algorithm>

namespace adoube::firmware {

namespace {
/// A deed may change every square.
constexpr std::size_t room_for_a_deed = wire::square_count;
/// At full speed, shorter gaps in the input are no pauses.
constexpr std::uint64_t pause_us = 100'000;
/// How often a busy board is polled.
constexpr std::uint64_t step_us = 2'000;
constexpr std::uint64_t idle_us = 1'000'000;
} // namespace

std::uint64_t Playback::run(std::uint64_t real_us) {
    if (!started_ && !deeds_.empty()) {
        started_ = true;
        started_us_ = last_run_us_ = last_deed_us_ = real_us;
    }
    if (!started_) return real_us + idle_us;
    if (!deeds_.empty()) last_deed_us_ = real_us;
    const std::uint64_t limit = limit_us(real_us);
    last_run_us_ = real_us;
    do_deeds(limit);
    if (deeds_.empty() && ended_ && speed_ == 0)
        board_.advance_to(board_.now_us() + pause_us);
    else if (speed_ > 0 || deeds_.empty())
        board_.advance_to(limit);
    return wake_us(real_us);
}

std::uint64_t Playback::limit_us(std::uint64_t real_us) {
    if (speed_ > 0) return static_cast<std::uint64_t>(static_cast<double>(real_us - started_us_) * speed_);
    if (!deeds_.empty()) return deeds_.back().t_us + behind_us_;
    const bool paused = real_us - last_deed_us_ > pause_us;
    return board_.now_us() + (paused ? real_us - last_run_us_ : 0);
}

void Playback::do_deeds(std::uint64_t limit_us) {
    while (!deeds_.empty() && deeds_.front().t_us + behind_us_ <= limit_us &&
           board_.room() >= room_for_a_deed) {
        const Deed& deed = deeds_.front();
        const std::uint64_t t_us = std::max(deed.t_us + behind_us_, board_.now_us());
        behind_us_ = t_us - deed.t_us;
        if (t_us > 0) board_.advance_to(t_us - 1); // more deeds may have the same time
        do_deed(deed, t_us);
        deeds_.pop_front();
    }
}

void Playback::do_deed(const Deed& deed, std::uint64_t t_us) {
    if (const auto* one = std::get_if<SetSquare>(&deed.what)) {
        board_.set(one->square, one->content, t_us);
    } else if (const auto* button = std::get_if<PressButton>(&deed.what)) {
        board_.press(button->button, t_us);
    } else if (const auto* all = std::get_if<SetAllSquares>(&deed.what)) {
        for (unsigned square = 0; square < wire::square_count; ++square)
            board_.set(square, all->squares.at(square), t_us);
    }
}

std::uint64_t Playback::wake_us(std::uint64_t real_us) const {
    if (!board_.quiet()) return real_us + step_us;
    if (deeds_.empty()) return real_us + idle_us;
    if (board_.room() < room_for_a_deed) return real_us + idle_us; // an acknowledgement wakes us earlier
    if (speed_ == 0) return real_us;
    const std::uint64_t due_us = deeds_.front().t_us + behind_us_;
    const auto due_real_us = started_us_ + static_cast<std::uint64_t>(static_cast<double>(due_us) / speed_);
    return std::clamp(due_real_us, real_us + 1, real_us + idle_us);
}

} // namespace adoube::firmware
