#pragma once
// For each sensor the range in which its level says nothing new. Two levels are compared at once: bit 15 of
// each half of a word is free, as levels have at most 15 bits, and takes up what is borrowed.

#include "firmware/core/level_pairs.hpp"

namespace adoube::firmware {

class LevelRanges {
  public:
    static constexpr unsigned most = 0x7fff;

    /// Those whose level is not in its range.
    constexpr std::uint64_t outside(const LevelPairs& levels) const {
        std::uint32_t near = 0, far = 0;
        for (unsigned pair = 0; pair < LevelPairs::count; ++pair) {
            const std::uint32_t word = levels[pair];
            const std::uint32_t within = (word + pairs_[pair].above) & (pairs_[pair].below - word);
            if ((~within & guards) == 0) [[likely]]
                continue;
            near |= (~within >> 15 & 1) << pair;
            far |= (~within >> 31) << pair;
        }
        return std::uint64_t{far} << LevelPairs::count | near;
    }
    /// Precondition: low <= high <= most.
    constexpr void set(unsigned square, unsigned low, unsigned high) {
        put(square, guard - low, guard + high);
    }
    /// From now on every level is outside.
    constexpr void clear(unsigned square) { put(square, 0, guard); }

  private:
    static constexpr std::uint32_t guard = 0x8000, guards = guard << 16 | guard;

    constexpr void put(unsigned square, std::uint32_t above, std::uint32_t below) {
        const unsigned shift = square / LevelPairs::count * 16;
        const std::uint32_t others = ~(std::uint32_t{0xffff} << shift);
        Pair& pair = pairs_[square % LevelPairs::count];
        pair.above = (pair.above & others) | above << shift;
        pair.below = (pair.below & others) | below << shift;
    }

    struct Pair {
        std::uint32_t above = 0; // guard - low, or 0
        std::uint32_t below = 0; // guard + high
    };
    std::array<Pair, LevelPairs::count> pairs_{};
};

} // namespace adoube::firmware
