#pragma once
// The levels of 64 sensors as a converter with two inputs gives them, so that a scan need not sort them: word
// n has square n in its low half, and square n + 32 in its high half.

#include "protocol/messages.hpp"

#include <array>
#include <cstdint>

namespace adoube::firmware {

class LevelPairs {
  public:
    static constexpr unsigned count = wire::square_count / 2;

    constexpr LevelPairs() = default;
    constexpr LevelPairs(const wire::Levels& levels) {
        for (unsigned pair = 0; pair < count; ++pair)
            words_[pair] = levels[pair] | std::uint32_t{levels[pair + count]} << 16;
    }
    constexpr wire::Levels levels() const {
        wire::Levels levels{};
        for (unsigned pair = 0; pair < count; ++pair) {
            levels[pair] = near(words_[pair]);
            levels[pair + count] = far(words_[pair]);
        }
        return levels;
    }
    constexpr std::uint16_t level(unsigned square) const {
        return square < count ? near(words_[square]) : far(words_[square - count]);
    }
    constexpr std::uint32_t operator[](unsigned pair) const { return words_[pair]; }
    static constexpr std::uint16_t near(std::uint32_t word) { return static_cast<std::uint16_t>(word); }
    static constexpr std::uint16_t far(std::uint32_t word) { return static_cast<std::uint16_t>(word >> 16); }

  private:
    std::array<std::uint32_t, count> words_{};
};

} // namespace adoube::firmware
