#pragma once
// Orders events by first edge. A bouncing contact is confirmed later than a clean one touched after it;
// unordered, a drop could precede its lift.

#include "protocol/messages.hpp"

namespace adoube::firmware {

/// Holds confirmed events while an earlier one may come.
class Reorder {
  public:
    /// Stable. Precondition: not full().
    constexpr void insert(const wire::Event& event) {
        std::size_t at = count_++;
        for (; at > 0 && events_[at - 1].time_us > event.time_us; --at) events_[at] = events_[at - 1];
        events_[at] = event;
    }
    /// Passes events up to `horizon_us` to take(event), in order; a late event gets the time of the one
    /// before.
    template<class Take>
    constexpr void release(std::uint64_t horizon_us, Take&& take) {
        std::size_t released = 0;
        while (released < count_ && events_[released].time_us <= horizon_us) give(events_[released++], take);
        if (released != 0) remove_front(released);
    }
    template<class Take>
    constexpr void release_first(Take&& take) {
        give(events_[0], take);
        remove_front(1);
    }

    constexpr bool empty() const { return count_ == 0; }
    constexpr bool full() const { return count_ == events_.size(); }
    /// Precondition: not empty().
    constexpr std::uint64_t first_us() const { return events_[0].time_us; }
    constexpr std::uint64_t last_given_us() const { return last_given_us_; }

  private:
    template<class Take>
    constexpr void give(wire::Event event, Take&& take) {
        if (event.time_us < last_given_us_) event.time_us = last_given_us_;
        last_given_us_ = event.time_us;
        take(event);
    }
    constexpr void remove_front(std::size_t released) {
        for (std::size_t at = released; at < count_; ++at) events_[at - released] = events_[at];
        count_ -= released;
    }

    std::array<wire::Event, wire::square_count> events_{}; // all squares at once
    std::size_t count_ = 0;
    std::uint64_t last_given_us_ = 0;
};

} // namespace adoube::firmware
