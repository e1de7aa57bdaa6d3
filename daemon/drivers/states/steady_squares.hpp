#pragma once
// What stands on the squares, by a board that says it again and again, and not always the same. Pure.
//
// What a square holds counts once some states in a row agree on it. A board that reads its squares one after
// the other may see a piece on its new square before it misses it on the old one: so pieces that come down
// must be seen longer, or take with them what was missed in two states. A piece that one state misses is
// still being seen: what flickers is what stands.

#include "daemon/time/instant.hpp"
#include "protocol/squares.hpp"

#include <array>
#include <optional>
#include <vector>

namespace adoube::drivers {

class SteadySquares {
  public:
    struct Wanted {
        int lift_states = 2, drop_states = 3; // in a row; two are the least that know a flicker
        std::uint64_t rest_us = 0;            // from the first of them to the last
    };
    struct Change {
        std::uint8_t square;
        wire::Content before, now;
    };

    explicit SteadySquares(Wanted wanted) : wanted_(wanted) {}

    /// What is known so far counts no more.
    void forget();
    /// What counts from now on: first the lifts, then what comes down, kings before the rooks they castle
    /// with. Nothing until `known`.
    std::vector<Change> see(const wire::Squares& state, SteadyUs now_us);
    /// Something counts for every square. One that never comes to rest is taken as it is after a while.
    bool known() const { return known_; }
    const wire::Squares& squares() const { return counts_; }
    /// Since when a square differs that may yet come to count.
    std::optional<SteadyUs> unsure_since_us() const;

  private:
    static constexpr int most_states_before_known = 40;
    struct Seen {
        wire::Content content{};
        int states = 0; // in a row, but for one that missed a piece
        SteadyUs since_us;
        enum class Missed : std::uint8_t { never, now, once } missed = Missed::never;
        SteadyUs missed_us{};
    };
    static void take(Seen& seen, wire::Content content, SteadyUs now_us);
    bool rests(const Seen& seen, SteadyUs now_us) const;
    void come_to_know(SteadyUs now_us);

    Wanted wanted_;
    std::array<Seen, wire::square_count> seen_{};
    wire::Squares counts_;
    int states_ = 0; // before it was known
    bool known_ = false;
};

} // namespace adoube::drivers
