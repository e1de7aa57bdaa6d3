#pragma once
// The events that a host has not yet acknowledged, with their numbers, in a fixed store.
//
//      acked ─(gap)─ first ─ stored events ─ end ─(being lost)─ next
//
// A full ring keeps the oldest: they explain themselves from `base`, while newer ones behind a hole would
// explain nothing. Recording stays off until the host has acknowledged all that is stored; then the lost
// numbers become the gap before `first`, and the base is what stands on the squares at that moment.

#include "protocol/messages.hpp"
#include "protocol/rules.hpp"

#include <span>

namespace adoube::firmware {

/// Squares and lever at one point of the sequence of events.
struct Placement {
    wire::Squares squares;
    std::uint64_t time_us = 0;
    wire::Lever lever = wire::Lever::unknown;

    constexpr void apply(const wire::Event& event) {
        time_us = event.time_us;
        if (event.kind == wire::EventKind::lift) squares.set(event.square, wire::Content::empty);
        if (event.kind == wire::EventKind::drop) squares.set(event.square, event.content);
        if (event.kind == wire::EventKind::press_white) lever = wire::Lever::white;
        if (event.kind == wire::EventKind::press_black) lever = wire::Lever::black;
    }
};

class EventRing {
  public:
    /// An event in eight bytes. 48 bits of microseconds last nine years.
    class Slot {
      public:
        constexpr Slot() = default;
        explicit constexpr Slot(const wire::Event& event)
            : bits_(event.time_us << 16 | std::uint64_t{static_cast<std::uint8_t>(event.kind)} << 10 |
                    std::uint64_t{event.square} << 4 | static_cast<std::uint8_t>(event.content)) {}
        constexpr wire::Event event() const {
            return {bits_ >> 16, static_cast<wire::EventKind>(bits_ >> 10 & 63),
                    static_cast<std::uint8_t>(bits_ >> 4 & 63), static_cast<wire::Content>(bits_ & 15)};
        }

      private:
        std::uint64_t bits_ = 0;
    };

    /// The store is the caller's and outlives the ring; its size is a power of two.
    explicit constexpr EventRing(std::span<Slot> store, std::uint32_t first_seq = 0)
        : store_(store), acked_(first_seq), first_(first_seq), end_(first_seq), next_(first_seq) {}

    /// How it stands before the first event.
    constexpr void start(const Placement& placement) { base_ = latest_ = placement; }

    /// Takes the next number for this event, and keeps it if there is room.
    constexpr void push(const wire::Event& event) {
        latest_.apply(event);
        if (overflowing() || stored() == store_.size()) {
            if (lost_ != UINT32_MAX) ++lost_;
        } else {
            slot(end_++) = Slot(event);
        }
        ++next_;
    }
    /// Nothing was seen for a time: one number is lost, and what follows begins with this placement.
    constexpr void skip_to(const Placement& placement) {
        latest_ = placement;
        ++next_;
        ++lost_;
        if (first_ == end_) resume();
    }
    /// Frees the events before next_seq. False, and nothing done, if they were never to be had.
    constexpr bool ack(std::uint32_t next_seq) {
        if (wire::seq_before(end_, next_seq)) return false;
        if (wire::seq_before(acked_, next_seq)) acked_ = next_seq;
        for (; wire::seq_before(first_, acked_); ++first_) base_.apply(slot(first_).event());
        if (overflowing() && first_ == end_) resume();
        return true;
    }

    /// The first number that is not acknowledged.
    constexpr std::uint32_t acked() const { return acked_; }
    /// The first event that can be had. After acked(): those between were lost.
    constexpr std::uint32_t first() const { return first_; }
    /// One after the last event that can be had.
    constexpr std::uint32_t end() const { return end_; }
    /// The number of the next event.
    constexpr std::uint32_t next() const { return next_; }
    constexpr bool overflowing() const { return next_ != end_; }
    /// Precondition: first() <= seq < end().
    constexpr wire::Event at(std::uint32_t seq) const { return store_[seq & (store_.size() - 1)].event(); }

    /// Before first().
    constexpr const Placement& base() const { return base_; }
    /// Before next().
    constexpr const Placement& latest() const { return latest_; }
    constexpr std::size_t capacity() const { return store_.size(); }
    constexpr std::size_t room() const { return overflowing() ? 0 : store_.size() - stored(); }
    /// Events that were never kept.
    constexpr std::uint32_t lost() const { return lost_; }

  private:
    constexpr std::size_t stored() const { return end_ - first_; }
    constexpr Slot& slot(std::uint32_t seq) { return store_[seq & (store_.size() - 1)]; }
    constexpr void resume() {
        first_ = end_ = next_;
        base_ = latest_;
    }

    std::span<Slot> store_;
    std::uint32_t acked_, first_, end_, next_;
    std::uint32_t lost_ = 0;
    Placement base_, latest_;
};

} // namespace adoube::firmware
