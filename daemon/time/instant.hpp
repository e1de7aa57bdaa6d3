#pragma once
// A moment by one clock; the types keep clocks apart, and moments from spans. Spans are plain numbers in the
// unit of their name.

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
    static constexpr Instant min() { return Instant(std::numeric_limits<Count>::min()); }
    static constexpr Instant max() { return Instant(std::numeric_limits<Count>::max()); }

    /// The raw number, for storage.
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
/// Since a game's start, by the clocks of its boards.
using GameMs = Instant<struct GameClock, std::int64_t>;
/// Since 1970, by a host's clock, which people and NTP set.
using UtcMs = Instant<struct WallClock, std::int64_t>;
/// UTC as the host had it at the daemon's start, never set since: the clock of publication.
using HallMs = Instant<struct HallClock, std::int64_t>;
/// Since any origin, never set.
using SteadyUs = Instant<struct SteadyClock, std::uint64_t>;

} // namespace adoube
