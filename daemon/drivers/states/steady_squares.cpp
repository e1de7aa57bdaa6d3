#include "daemon/drivers/states/steady_squares.hpp"

#include <algorithm>

namespace adoube::drivers {
namespace {

constexpr int least_states = 2; // that know a flicker

bool is_lift(const SteadySquares::Change& change) { return change.now == wire::Content::empty; }

/// Twice the distance from the middle of a rank: a king's square is nearer to it than its rooks'.
int from_middle(const SteadySquares::Change& change) { return std::abs(2 * (change.square % 8) - 7); }

bool is_king(wire::Content content) {
    return content == wire::Content::white_king || content == wire::Content::black_king;
}

bool comes_first(const SteadySquares::Change& one, const SteadySquares::Change& other) {
    if (is_lift(one) != is_lift(other)) return is_lift(one);
    if (is_lift(one)) return from_middle(one) < from_middle(other);
    return is_king(one.now) && !is_king(other.now);
}

} // namespace

void SteadySquares::forget() {
    seen_ = {};
    states_ = 0;
    known_ = false;
}

void SteadySquares::take(Seen& seen, wire::Content content, SteadyUs now_us) {
    using enum Seen::Missed;
    if (seen.states > 0 && content == seen.content) {
        ++seen.states;
        if (seen.missed == now) seen.missed = once;
    } else if (seen.states > 0 && content == wire::Content::empty && seen.missed == never) {
        seen.missed = now;
        seen.missed_us = now_us;
    } else if (content == wire::Content::empty && seen.missed == now) {
        seen = {content, 2, seen.missed_us};
    } else {
        seen = {content, 1, now_us};
    }
}

bool SteadySquares::rests(const Seen& seen, SteadyUs now_us) const {
    const int states = seen.content == wire::Content::empty ? wanted_.lift_states : wanted_.drop_states;
    return seen.missed != Seen::Missed::now && seen.states >= states &&
           now_us - seen.since_us >= wanted_.rest_us;
}

std::vector<SteadySquares::Change> SteadySquares::see(const wire::Squares& state, SteadyUs now_us) {
    for (unsigned square = 0; square < wire::square_count; ++square) {
        take(seen_[square], state.at(square), now_us);
    }
    std::vector<Change> changes;
    if (!known_) {
        come_to_know(now_us);
        return changes;
    }
    const auto comes_to_count = [&](unsigned square) {
        const auto before = counts_.at(square), now = seen_[square].content;
        counts_.set(square, now);
        changes.push_back({static_cast<std::uint8_t>(square), before, now});
    };
    for (unsigned square = 0; square < wire::square_count; ++square)
        if (seen_[square].content != counts_.at(square) && rests(seen_[square], now_us))
            comes_to_count(square);
    const bool drop = std::ranges::any_of(changes, [](const Change& each) { return !is_lift(each); });
    for (unsigned square = 0; drop && square < wire::square_count; ++square) {
        const auto& seen = seen_[square];
        const bool lift = seen.content == wire::Content::empty && counts_.at(square) != wire::Content::empty;
        if (lift && seen.states >= least_states) comes_to_count(square);
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
        const bool differs = seen.content != counts_.at(square);
        if (!differs && seen.missed != Seen::Missed::now) continue;
        const auto since_us = differs ? seen.since_us : seen.missed_us;
        if (!earliest || since_us < *earliest) earliest = since_us;
    }
    return earliest;
}

} // namespace adoube::drivers
