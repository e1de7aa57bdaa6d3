#pragma once
// When a target may be sent something: requests are spaced, and further apart the longer they fail.

#include "daemon/targets/request.hpp"
#include "daemon/time/instant.hpp"

#include <algorithm>

namespace adoube::targets {

class Pace {
  public:
    static constexpr std::int64_t first_wait_ms = 2'000, longest_wait_ms = 60'000;
    /// Where trying is hopeless until somebody has done something.
    static constexpr std::int64_t hopeless_wait_ms = 300'000;
    /// A site that asks for more is not believed.
    static constexpr std::int64_t longest_asked_ms = 3'600'000;

    /// Between the beginnings of requests.
    explicit Pace(std::int64_t spacing_ms) : spacing_ms_(spacing_ms) {}

    HallMs ready_at() const;
    /// Whether `ready_at` is what the site asked for.
    bool is_asked() const { return asked_ > std::max(spaced_, waits_); }
    void started(HallMs now);
    void ended(const Answer& answer, HallMs now);
    /// Forgets all but what the site asked for.
    void hurry();

  private:
    std::int64_t spacing_ms_, wait_ms_ = 0;
    HallMs spaced_ = HallMs::min(), waits_ = HallMs::min(), asked_ = HallMs::min();
};

} // namespace adoube::targets
