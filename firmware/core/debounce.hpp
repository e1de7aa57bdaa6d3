#pragma once
// Integrator debounce of 64 lanes at once, whatever they carry: one plane for contacts, four for the contents
// of squares.
//
// Each lane counts up in a scan that shows the new value and down in one that does not; at the threshold the
// change is confirmed, and its time is that of the first edge, the scan at which the count last left zero. So
// a spike costs nothing, and a bouncing contact is reported with the time of its first touch.
//
// The counts are vertical: bit n of word k is bit k of lane n's count. A scan that changes nothing is a
// handful of word operations; one that does costs the same for one lane as for 64.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace adoube::firmware {

/// Calls act(lane) for each lane in the set, lowest first.
template<class Act>
constexpr void for_each_lane(std::uint64_t lanes, Act&& act) {
    for (; lanes != 0; lanes &= lanes - 1) act(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// The counts of edges that are neither confirmed nor taken back, whatever they lead to.
class EdgeCounts {
  public:
    static constexpr unsigned max_threshold = 127;

    constexpr void set_threshold(unsigned scans) { threshold_ = scans; }
    constexpr void reset() {
        counts_ = {};
        running_ = 0;
    }
    /// Counts these up, which must be running, and all others that are running down.
    constexpr void count(std::uint64_t up) {
        std::uint64_t down = running_ & ~up;
        running_ = 0;
        for (auto& word : counts_) {
            const std::uint64_t old = word;
            word ^= up | down;
            up &= old;
            down &= ~old;
            running_ |= word;
        }
    }
    /// Begins with these. Returns the lanes at the threshold, which end.
    constexpr std::uint64_t begin(std::uint64_t first_edges, std::uint64_t now_us) {
        for_each_lane(first_edges, [&](unsigned lane) { first_edge_us_[lane] = now_us; });
        counts_[0] |= first_edges;
        running_ |= first_edges;

        std::uint64_t confirmed = running_;
        for (std::size_t bit = 0; bit < counts_.size(); ++bit)
            confirmed &= (threshold_ >> bit & 1) != 0 ? counts_[bit] : ~counts_[bit];
        for (auto& word : counts_) word &= ~confirmed;
        running_ &= ~confirmed;
        return confirmed;
    }
    constexpr std::uint64_t running() const { return running_; }
    constexpr std::uint64_t first_edge_us(unsigned lane) const { return first_edge_us_[lane]; }
    /// Of those running, or this time if it is earlier.
    constexpr std::uint64_t earliest_us(std::uint64_t earliest) const {
        for_each_lane(running_, [&](unsigned lane) {
            if (first_edge_us_[lane] < earliest) earliest = first_edge_us_[lane];
        });
        return earliest;
    }

  private:
    std::array<std::uint64_t, std::bit_width(max_threshold)> counts_{};
    std::uint64_t running_ = 0;
    unsigned threshold_ = 1;
    std::array<std::uint64_t, 64> first_edge_us_{};
};

template<std::size_t Planes>
class Debounce {
  public:
    using Value = std::array<std::uint64_t, Planes>;
    static constexpr unsigned max_threshold = EdgeCounts::max_threshold;

    /// Takes this value as confirmed, and forgets every edge.
    constexpr void reset(const Value& value) {
        stable_ = value;
        edges_.reset();
    }
    /// Scans (1 … max_threshold) in which a change must be seen. Changes being counted start anew.
    constexpr void set_threshold(unsigned scans) {
        edges_.set_threshold(scans);
        edges_.reset();
    }

    /// Feeds one raw scan. Returns the lanes whose change it confirmed; they have their new value in stable()
    /// already.
    constexpr std::uint64_t feed(const Value& raw, std::uint64_t now_us) {
        const std::uint64_t changed = differing(raw, stable_);
        if ((changed | integrating()) == 0) return 0;
        edges_.count(integrating() & changed & ~differing(raw, candidate_));

        // What has just come back to zero may show a third value: that is a first edge like any other.
        const std::uint64_t first_edges = changed & ~integrating();
        copy(candidate_, raw, first_edges);
        const std::uint64_t confirmed = edges_.begin(first_edges, now_us);
        copy(stable_, candidate_, confirmed);
        return confirmed;
    }

    constexpr const Value& stable() const { return stable_; }
    constexpr bool is_stable(const Value& raw) const { return differing(raw, stable_) == 0; }
    /// Lanes with an edge that is neither confirmed nor taken back.
    constexpr std::uint64_t integrating() const { return edges_.running(); }
    /// Of a lane that is integrating, or was confirmed by the last feed.
    constexpr std::uint64_t first_edge_us(unsigned lane) const { return edges_.first_edge_us(lane); }
    /// Of all lanes that are integrating, or this time if it is earlier.
    constexpr std::uint64_t earliest_edge_us(std::uint64_t us) const { return edges_.earliest_us(us); }

  private:
    static constexpr std::uint64_t differing(const Value& a, const Value& b) {
        std::uint64_t lanes = 0;
        for (std::size_t plane = 0; plane < Planes; ++plane) lanes |= a[plane] ^ b[plane];
        return lanes;
    }
    static constexpr void copy(Value& to, const Value& from, std::uint64_t lanes) {
        for (std::size_t plane = 0; plane < Planes; ++plane)
            to[plane] = (to[plane] & ~lanes) | (from[plane] & lanes);
    }

    Value stable_{}, candidate_{};
    EdgeCounts edges_;
};

} // namespace adoube::firmware
