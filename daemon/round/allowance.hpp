#pragma once
// Rate limit for what a board may cause: a burst, then one more per interval. Time comes with the calls.

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
    /// Overspending becomes debt.
    void spend(std::uint64_t count, SteadyUs now_us) {
        full_at_us_ = std::max(full_at_us_, now_us) + count * each_us_;
    }

  private:
    std::uint64_t most_, each_us_;
    SteadyUs full_at_us_;
};

/// Journal records that a board may cause. A flickering square causes 18 in ten seconds, before and after its
/// board masks it, so ten such squares are sustainable; a game has some hundreds of inputs.
class JournalAllowance {
  public:
    static constexpr std::uint64_t most_records = 4096, another_after_us = 50'000;
    /// For news other than events: the umpire then searches for what was played meanwhile, now and at each
    /// start.
    static constexpr std::uint64_t cost_of_loss = 10;
    /// An exhausted allowance stays so until this many are free, so that the board is not asked again for
    /// each event.
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
    /// The same in news of any kind.
    std::uint64_t room(SteadyUs now_us) { return (left(now_us) + cost_of_loss - 1) / cost_of_loss; }
    /// True once per shortage.
    bool is_news() { return spent_ && !std::exchange(told_, true); }

  private:
    Allowance allowance_{most_records, another_after_us};
    bool spent_ = false, told_ = false;
};

} // namespace adoube::round
