#include "daemon/targets/pace.hpp"

namespace adoube::targets {

HallMs Pace::ready_at() const { return std::max({spaced_, waits_, asked_}); }

void Pace::started(HallMs now) { spaced_ = now + spacing_ms_; }

void Pace::ended(const Answer& answer, HallMs now) {
    using enum Answer::Outcome;
    if (answer.wait_s)
        asked_ = now + 1000 * std::clamp<std::int64_t>(*answer.wait_s, 0, longest_asked_ms / 1000);
    if (answer.outcome == done) {
        wait_ms_ = 0;
        waits_ = HallMs::min();
        return;
    }
    wait_ms_ = std::clamp(2 * wait_ms_, first_wait_ms, longest_wait_ms);
    const bool is_hopeless = answer.outcome == refused || answer.outcome == login_refused;
    waits_ = now + (is_hopeless ? hopeless_wait_ms : wait_ms_);
}

void Pace::hurry() {
    wait_ms_ = 0;
    waits_ = HallMs::min();
}

} // namespace adoube::targets
