#pragma once
// A moment by one clock, which cannot be taken for a moment by another, nor for a span of time. Spans are
// plain numbers of the unit in their name: a moment and a span give a moment, two moments give a span.

#include <compare>
#include <cstdint>
#include <limits>

namespace adoube {

template<class Clock, class Count>
class Instant {
  public:
    using Span = Count;

    constexpr Instant() = default;
    constexpr explicit Instant(Count count) : count_(count) {}
    /// Before and after all others.
    static constexpr Instant min() { return Instant(std::numeric_limits<Count>::min()); }
    static constexpr Instant max() { return Instant(std::numeric_limits<Count>::max()); }

    /// As a number, for what is written down.
    constexpr Count count() const { return count_; }

    constexpr Instant& operator+=(Span span) { return count_ += span, *this; }
    constexpr Instant& operator-=(Span span) { return count_ -= span, *this; }
    friend constexpr Instant operator+(Instant at, Span span) { return at += span; }
    friend constexpr Instant operator-(Instant at, Span span) { return at -= span; }
    friend constexpr Span operator-(Instant to, Instant from) { return to.count_ - from.count_; }
    friend constexpr auto operator<=>(Instant, Instant) = default;

  private:
    Count count_ = 0;
};

/// Since a board's start, by its own clock.
using BoardUs = Instant<struct BoardClock, std::uint64_t>;
/// Since a game's start, by the clocks of the boards that it is played on.
using GameMs = Instant<struct GameClock, std::int64_t>;
/// Since 1970, by a host's clock, which people and NTP set.
using UtcMs = Instant<struct WallClock, std::int64_t>;
/// The same as it was at the daemon's start, and never set: the clock of what leaves the hall.
using HallMs = Instant<struct HallClock, std::int64_t>;
/// Since any origin, and never set.
using SteadyUs = Instant<struct SteadyClock, std::uint64_t>;

} // namespace adoube
