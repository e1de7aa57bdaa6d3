#pragma once
// How long records take from being handed to the journal until they are durable.

#include "daemon/time/instant.hpp"

#include <prometheus/histogram.h>

#include <cstdint>
#include <deque>

namespace adoube::adoubed {

class DurableTimes {
  public:
    /// `all`: how many were ever handed in. Call in the order of time.
    void handed_in(std::uint64_t all, SteadyUs now_us) {
        if (all > last_) waiting_.push_back({all, now_us});
        last_ = all;
    }
    /// `all`: how many are durable.
    void durable(std::uint64_t all, SteadyUs now_us) {
        for (; !waiting_.empty() && waiting_.front().up_to <= all; waiting_.pop_front())
            seconds_.Observe(static_cast<double>(now_us - waiting_.front().since_us) / 1e6);
    }
    prometheus::ClientMetric seconds() const { return seconds_.Collect(); }

  private:
    struct HandedIn {
        std::uint64_t up_to;
        SteadyUs since_us;
    };
    std::deque<HandedIn> waiting_;
    std::uint64_t last_ = 0;
    // A sync takes 0.1 ms to 50 ms on most disks; more is told to the operator.
    prometheus::Histogram seconds_{{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10}};
};

} // namespace adoube::adoubed
