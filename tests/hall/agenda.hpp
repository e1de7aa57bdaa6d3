#pragma once
// Future events, and the simulation's only clock, which stands still while one happens.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>

namespace adoube::hall {

using Us = std::int64_t;
inline constexpr Us ms = 1'000, s = 1'000 * ms;

class Agenda {
  public:
    Us now() const { return now_; }
    /// A past time means now; simultaneous events keep their order.
    void at(Us when, std::function<void()> what) { ahead_.emplace(std::max(when, now_), std::move(what)); }
    void after(Us pause, std::function<void()> what) { at(now_ + pause, std::move(what)); }

    /// Runs the next event, unless it is later than `end`.
    bool step(Us end) {
        if (ahead_.empty() || ahead_.begin()->first > end) return false;
        const auto next = ahead_.extract(ahead_.begin());
        now_ = next.key();
        next.mapped()();
        return true;
    }

  private:
    Us now_ = 0;
    std::multimap<Us, std::function<void()>> ahead_;
};

} // namespace adoube::hall
