#pragma once
// What is going to happen, in its order. The only clock of the simulation: it stands still while something
// happens.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>

namespace adoube::hall {

/// Microseconds since the simulation began.
using Us = std::int64_t;
inline constexpr Us ms = 1'000, s = 1'000 * ms;

class Agenda {
  public:
    Us now() const { return now_; }
    /// What is past is done next; of what is due at one time the first that was put is done first.
    void at(Us when, std::function<void()> what) { ahead_.emplace(std::max(when, now_), std::move(what)); }
    void after(Us pause, std::function<void()> what) { at(now_ + pause, std::move(what)); }

    /// Does the next thing, unless that is later than `end`. False where nothing was done.
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
