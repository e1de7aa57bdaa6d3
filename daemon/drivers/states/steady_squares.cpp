#include "daemon/drivers/states/steady_squares.hpp"

#include <algorithm>

namespace adoube::drivers {
namespace {

/// Twice the distance from the middle of a rank: a king's square is nearer to it than its rooks'.
int from_middle(const SteadySquares::Change& change) { return std::abs(2 * (change.square % 8) - 7); }

bool is_king(wire::Content content) {
    return content == wire::Content::white_king || content == wire::Content::black_king;
}

bool comes_first(const SteadySquares::Change& one, const SteadySquares::Change& other) {
    const bool lift = one.now == wire::Content::empty, other_lift = other.now == wire::Content::empty;
    if (lift != other_lift) return lift;
    if (lift) return from_middle(one) < from_middle(other);
    return is_king(one.now) && !is_king(other.now);
}

} // namespace

void SteadySquares::forget() {
    seen_ = {};
    states_ = 0;
    known_ = false;
}

bool SteadySquares::rests(const Seen& seen, SteadyUs now_us) const {
    const int later = known_ && seen.content != wire::Content::empty ? 1 : 0;
    return seen.states >= wanted_.states + later && now_us - seen.since_us >= wanted_.rest_us;
}

std::vector<SteadySquares::Change> SteadySquares::see(const wire::Squares& state, SteadyUs now_us) {
    for (unsigned square = 0; square < wire::square_count; ++square) {
        auto& seen = seen_[square];
        const auto content = state.at(square);
        if (seen.states == 0 || content != seen.content) seen = {content, 0, now_us};
        ++seen.states;
    }
    std::vector<Change> changes;
    if (!known_) {
        come_to_know(now_us);
        return changes;
    }
    for (unsigned square = 0; square < wire::square_count; ++square) {
        const auto& seen = seen_[square];
        const auto before = counts_.at(square);
        if (seen.content == before || !rests(seen, now_us)) continue;
        counts_.set(square, seen.content);
        changes.push_back({static_cast<std::uint8_t>(square), before, seen.content});
    }
    std::ranges::stable_sort(changes, comes_first);
    return changes;
}

void SteadySquares::come_to_know(SteadyUs now_us) {
    const bool all_rest = std::ranges::all_of(seen_, [&](const Seen& seen) { return rests(seen, now_us); });
    if (!all_rest && ++states_ < most_states_before_known) return;
    for (unsigned square = 0; square < wire::square_count; ++square)
        counts_.set(square, seen_[square].content);
    known_ = true;
}

std::optional<SteadyUs> SteadySquares::unsure_since_us() const {
    std::optional<SteadyUs> earliest;
    for (unsigned square = 0; square < wire::square_count; ++square) {
        const auto& seen = seen_[square];
        if (seen.content == counts_.at(square)) continue;
        if (!earliest || seen.since_us < *earliest) earliest = seen.since_us;
    }
    return earliest;
}

} // namespace adoube::drivers
