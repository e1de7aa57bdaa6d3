#pragma once
// Time that has certainly passed between a game's inputs, whatever wall clocks were set to, and however fast
// a board's clock runs: only time within one start of a board counts, and no more of it than the host's clock
// says.

#include "daemon/journal/record.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace adoube::round {

class SureTime {
  public:
    /// In input order: least ms since the first. An input from no board adds none.
    std::int64_t passed_ms(const record::Entry& entry) {
        if (!entry.origin) return passed_ms_;
        const auto& [board_id, boot_id, sequence, board_us] = *entry.origin;
        const auto us = static_cast<std::int64_t>(board_us.count());
        const auto [start, is_new] = starts_.try_emplace({board_id, boot_id}, passed_ms_ - us / 1000);
        const auto by_host_ms = entry.host_utc_ms - std::exchange(told_utc_ms_, entry.host_utc_ms);
        const auto by_board_ms = std::max<std::int64_t>(start->second + us / 1000 - passed_ms_, 0);
        const auto sure_ms = std::clamp<std::int64_t>(by_host_ms, 0, by_board_ms);
        for (auto& [board, began_ms] : starts_) began_ms -= by_board_ms - sure_ms; // not made up for later
        return passed_ms_ += sure_ms;
    }

  private:
    std::int64_t passed_ms_ = 0;
    UtcMs told_utc_ms_{};                                                  // of the last input from a board
    std::map<std::pair<std::string, std::uint32_t>, std::int64_t> starts_; // when its clock was 0
};

} // namespace adoube::round
