#pragma once
// How much of something one board may bring about: so much at once, and one more after each interval. No
// clock: time comes with the calls.

#include "daemon/time/instant.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace adoube::round {

class Allowance {
  public:
    constexpr Allowance(std::uint64_t most, std::uint64_t another_after_us)
        : most_(most), each_us_(another_after_us) {}

    std::uint64_t left(SteadyUs now_us) const {
        if (full_at_us_ <= now_us) return most_;
        return most_ - std::min(most_, (full_at_us_ - now_us + each_us_ - 1) / each_us_);
    }
    /// What is beyond it is owed.
    void spend(std::uint64_t count, SteadyUs now_us) {
        full_at_us_ = std::max(full_at_us_, now_us) + count * each_us_;
    }

  private:
    std::uint64_t most_, each_us_;
    SteadyUs full_at_us_;
};

/// Records for the journal that what a board sends may bring about. A game has some hundreds of inputs, and a
/// square that flickers 18 in ten seconds, before and after its board masks it; so a board may have ten of
/// those for ever.
class JournalAllowance {
  public:
    static constexpr std::uint64_t most_records = 4096, another_after_us = 50'000;
    /// Where it is not an event but what stands after some were lost, as the umpire has to look for what was
    /// played meanwhile, now and at each start.
    static constexpr std::uint64_t cost_of_loss = 10;
    /// What was spent is so until so many are left: a board is not to be asked again for each event.
    static constexpr std::uint64_t again_from = 64;

    void spend(std::uint64_t records, SteadyUs now_us) {
        allowance_.spend(records, now_us);
        spent_ |= allowance_.left(now_us) == 0;
    }
    std::uint64_t left(SteadyUs now_us) {
        const auto left = allowance_.left(now_us);
        spent_ &= left < again_from;
        told_ &= left < most_records / 2;
        return spent_ ? 0 : left;
    }
    /// So many news may be taken, of whatever kind.
    std::uint64_t room(SteadyUs now_us) { return (left(now_us) + cost_of_loss - 1) / cost_of_loss; }
    /// True once for all the time in which little is left.
    bool is_news() { return spent_ && !std::exchange(told_, true); }

  private:
    Allowance allowance_{most_records, another_after_us};
    bool spent_ = false, told_ = false;
};

} // namespace adoube::round
