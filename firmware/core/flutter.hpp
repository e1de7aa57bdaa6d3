#pragma once
// Finds sensors that no hand can explain: a square that changes more often than fingers move is masked, so
// that one broken contact cannot flood the ring and the record, and so is one that the scan itself calls
// broken; one that stands still again is trusted again.

#include "firmware/core/debounce.hpp"

namespace adoube::firmware {

class Flutter {
  public:
    /// Confirmed changes of one square within one second that a hand cannot make.
    static constexpr std::uint8_t too_many_changes = 16;
    /// Seconds for which a masked sensor must not have moved.
    static constexpr std::uint8_t seconds_still = 10;

    struct Seen {
        std::uint64_t confirmed = 0;    // squares with a confirmed change
        std::uint64_t masked_moved = 0; // masked ones whose sensor moved at all
        std::uint64_t broken = 0;       // wiring or sensor is at fault
    };
    struct Verdict {
        std::uint64_t mask = 0;
        std::uint64_t unmask = 0;
    };

    constexpr Verdict feed(const Seen& seen, std::uint64_t now_us) {
        Verdict verdict;
        if (now_us >= second_ends_us_) verdict.unmask = end_second(now_us) & ~seen.broken;
        for_each_lane(seen.confirmed, [&](unsigned square) {
            if (++changes_[square] == too_many_changes) verdict.mask |= std::uint64_t{1} << square;
        });
        verdict.mask |= seen.broken & ~masked_;
        for_each_lane(verdict.mask | (seen.masked_moved & masked_) | seen.broken,
                      [&](unsigned square) { still_[square] = 0; });
        masked_ = (masked_ | verdict.mask) & ~verdict.unmask;
        return verdict;
    }
    constexpr std::uint64_t masked() const { return masked_; }

  private:
    constexpr std::uint64_t end_second(std::uint64_t now_us) {
        second_ends_us_ = now_us + 1'000'000;
        changes_ = {};
        std::uint64_t unmask = 0;
        for_each_lane(masked_, [&](unsigned square) {
            if (++still_[square] > seconds_still) unmask |= std::uint64_t{1} << square;
        });
        return unmask;
    }

    std::array<std::uint8_t, 64> changes_{}; // of each square in this second
    std::array<std::uint8_t, 64> still_{};   // seconds, of each masked square
    std::uint64_t masked_ = 0;
    std::uint64_t second_ends_us_ = 0;
};

} // namespace adoube::firmware
