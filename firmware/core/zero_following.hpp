#pragma once
// Follows what Hall sensors read without a magnet. Warmth moves that within minutes; pieces move a level
// within seconds, their neighbours' too. So a level that differs little from the window before has drifted,
// and its zero goes with it, whether a piece stands there or not; one that differs more was moved by hands,
// and its zero stays. Means over thousands of scans leave no noise to follow.

#include "firmware/core/level_pairs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace adoube::firmware {

class ZeroFollowing {
  public:
    /// Every eighth scan counts; a window is 8 s at 500 scans a second.
    static constexpr unsigned scans_between = 8, readings_in_window = 512;
    /// Steps within a window, that no drift makes: 15 K in ten minutes make 0.2 to 0.6 (DRV5055: 41 steps
    /// over all temperatures).
    static constexpr int most_drift = 2;
    /// Steps from the calibration, either way. What is further is no drift but damage, or a magnet nearby.
    static constexpr int furthest = 64;

    constexpr ZeroFollowing() = default;
    explicit constexpr ZeroFollowing(const wire::Levels& calibrated) : calibrated_(calibrated) {}

    /// `changed`: squares that show another content than in the scan before; `impossible`: whose level means
    /// nothing now. Whether zeros have moved.
    constexpr bool feed(const LevelPairs& levels, std::uint64_t changed, std::uint64_t impossible) {
        moved_ |= with_neighbours(changed) | impossible;
        if (++scans_ < scans_between) return false;
        scans_ = 0;
        for (unsigned pair = 0; pair < LevelPairs::count; ++pair) {
            sum_[pair] += LevelPairs::near(levels[pair]);
            sum_[pair + LevelPairs::count] += LevelPairs::far(levels[pair]);
        }
        if (++readings_ < readings_in_window) return false;
        readings_ = 0;
        end_window();
        return true;
    }
    constexpr std::uint16_t zero(unsigned square) const {
        return static_cast<std::uint16_t>(calibrated_[square] +
                                          (offset_[square] + furthest * parts + half) / parts - furthest);
    }

  private:
    static constexpr int parts = 16, half = 8; // of a step
    static constexpr int readings_in_part = readings_in_window / parts;

    constexpr void end_window() {
        for (unsigned square = 0; square < wire::square_count; ++square) {
            const auto mean = static_cast<std::uint16_t>(sum_[square] / readings_in_part);
            const int drift = mean - mean_[square];
            const std::uint64_t bit = std::uint64_t{1} << square;
            if ((known_ & bit) != 0 && (moved_ & bit) == 0 && std::abs(drift) <= most_drift * parts)
                offset_[square] = static_cast<std::int16_t>(
                    std::clamp(offset_[square] + drift, -furthest * parts, furthest * parts));
            mean_[square] = mean;
        }
        known_ = ~moved_;
        moved_ = 0;
        sum_ = {};
    }
    static constexpr std::uint64_t with_neighbours(std::uint64_t squares) {
        constexpr std::uint64_t file_a = 0x0101'0101'0101'0101, file_h = file_a << 7;
        squares |= (squares & ~file_h) << 1 | (squares & ~file_a) >> 1;
        return squares | squares << 8 | squares >> 8;
    }

    wire::Levels calibrated_{};
    std::array<std::int16_t, wire::square_count> offset_{}; // from it, in parts
    std::array<std::uint16_t, wire::square_count> mean_{};  // of the window before, in parts
    std::array<std::uint32_t, wire::square_count> sum_{};
    std::uint64_t known_ = 0; // whose mean before is of the same pieces
    std::uint64_t moved_ = 0; // in this window
    unsigned scans_ = 0, readings_ = 0;
};

} // namespace adoube::firmware
