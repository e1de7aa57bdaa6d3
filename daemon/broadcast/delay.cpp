#include "daemon/broadcast/delay.hpp"

#include <algorithm>

namespace adoube::broadcast {

Delay::Delay(std::int64_t delay_ms) : delay_ms_(delay_ms) {}

void Delay::put(std::int64_t now_ms, PublicGame state) {
    Line& line = lines_[state.id];
    const auto same = std::ranges::mismatch(line.newest, state.moves).in2 - state.moves.begin();
    line.newest = state.moves;
    state.moves.erase(state.moves.begin(), state.moves.begin() + same);
    if (state.clocks) state.clocks->at_utc_ms += delay_ms_;
    const std::int64_t earliest = held_.empty() ? now_ms + delay_ms_ : held_.back().due_ms;
    held_.push_back(
        {std::max(now_ms + delay_ms_, earliest), static_cast<std::size_t>(same), std::move(state)});
    ++line.held;
}

std::vector<PublicGame> Delay::due(std::int64_t now_ms) {
    std::vector<PublicGame> states;
    while (!held_.empty() && held_.front().due_ms <= now_ms) {
        states.push_back(release(std::move(held_.front())));
        held_.pop_front();
    }
    return states;
}

PublicGame Delay::release(Held held) {
    const auto line = lines_.find(held.state.id);
    auto& shown = line->second.shown;
    shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(held.kept_moves), shown.end());
    shown.insert(shown.end(), held.state.moves.begin(), held.state.moves.end());
    held.state.moves = shown;
    if (--line->second.held == 0) lines_.erase(line);
    return std::move(held.state);
}

std::optional<std::int64_t> Delay::next_due() const {
    if (held_.empty()) return std::nullopt;
    return held_.front().due_ms;
}

} // namespace adoube::broadcast
