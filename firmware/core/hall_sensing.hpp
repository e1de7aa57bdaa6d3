#pragma once
// Turns the levels of 64 linear Hall sensors into squares. Magnets in the pieces' bases, north down for one
// side and south down for the other, move a level up or down from rest.

#include "firmware/core/level_ranges.hpp"
#include "firmware/core/scanner.hpp"
#include "firmware/core/zero_following.hpp"

#include <algorithm>

namespace adoube::firmware {

/// Before any calibration: every sensor rests at mid-scale (12 bits).
constexpr wire::Calibration uncalibrated() {
    wire::Calibration calibration{.boot_id = 0, .kept = 0, .threshold = 160, .release = 110, .zero = {}};
    calibration.zero.fill(2'048);
    return calibration;
}

class HallSensing {
  public:
    /// Outside, a sensor is open, shorted or absent, as inputs are pulled to ground; unless its square showed
    /// a strong piece of that pole just before: outputs are linear to within 0.2 V of supply and ground
    /// (DRV5055), and a saturated one may come closer.
    static constexpr std::uint16_t least_level = 24, most_level = 4'071;
    /// This near to the end, in steps: from there a magnet may saturate the output.
    static constexpr std::uint16_t near_end = 512;
    /// This many impossible readings in a row make a sensor broken; until then the square keeps its state.
    static constexpr unsigned scans_to_break = 3;

    constexpr HallSensing() { calibrate(uncalibrated()); }

    /// Applies the nearest valid calibration: a threshold above noise and within range; mid-scale as the zero
    /// of a sensor that was broken when measured.
    constexpr void calibrate(const wire::Calibration& wish) {
        calibration_ = wish;
        calibration_.boot_id = 0;
        calibration_.threshold = std::clamp<std::uint16_t>(wish.threshold, 16, 1'024);
        calibration_.release = std::min(wish.release, static_cast<std::uint16_t>(calibration_.threshold - 1));
        for (auto& zero : calibration_.zero)
            if (!possible(zero)) zero = uncalibrated().zero[0];
        zeros_ = ZeroFollowing(calibration_.zero);
        ranges_ = {};
    }
    /// Whether it survives a restart.
    constexpr void keep(bool kept) { calibration_.kept = kept ? 1 : 0; }
    constexpr const wire::Calibration& calibration() const { return calibration_; }

    /// Fills in squares and broken sensors; leaves contacts alone. Levels have 12 bits.
    constexpr void feed(const LevelPairs& levels, Scan& scan) {
        const std::uint64_t whites = whites_, blacks = blacks_;
        for_each_lane(ranges_.outside(levels), [&](unsigned square) { look(square, levels.level(square)); });
        if (zeros_.feed(levels, (whites ^ whites_) | (blacks ^ blacks_), impossible_)) ranges_ = {};
        const std::uint64_t occupied = whites_ | blacks_;
        scan.squares.planes = {occupied, occupied, occupied, blacks_}; // Content::white is 7, black 15

        scan.broken = impossible_;
        for (const std::uint64_t earlier : impossible_before_) scan.broken &= earlier;
        for (std::size_t scans = impossible_before_.size() - 1; scans > 0; --scans)
            impossible_before_[scans] = impossible_before_[scans - 1];
        impossible_before_[0] = impossible_;
    }

  private:
    /// What a square shows. Strong: near the end of the range or beyond it.
    static constexpr unsigned white = 1, black = 2, strong = 4, impossible = 8;

    /// Its level has left its range. What shows the same twice gets a new range.
    constexpr void look(unsigned square, int level) {
        const unsigned shown = shown_[square];
        const int zero = zeros_.zero(square);
        const int to_white = zero + needed(shown & white), to_black = zero - needed(shown & black);
        const unsigned saturated = strong | (level < least_level ? black : white);
        unsigned now = 0;
        if (!possible(level) && (shown & saturated) != saturated)
            now = shown | impossible;
        else if (level >= to_white)
            now = level > most_level - near_end ? white | strong : white;
        else if (level <= to_black)
            now = level < least_level + near_end ? black | strong : black;
        if (now == shown) return set_range(square, level, to_white, to_black);
        ranges_.clear(square);
        shown_[square] = static_cast<std::uint8_t>(now);
        put(whites_, square, (now & white) != 0);
        put(blacks_, square, (now & black) != 0);
        put(impossible_, square, (now & impossible) != 0);
    }
    static constexpr void put(std::uint64_t& squares, unsigned square, bool in) {
        const std::uint64_t bit = std::uint64_t{1} << square;
        squares = in ? squares | bit : squares & ~bit;
    }
    constexpr int needed(unsigned shows) const {
        return shows != 0 ? calibration_.release : calibration_.threshold;
    }
    /// As far as no comparison in look() has another result.
    constexpr void set_range(unsigned square, int level, int to_white, int to_black) {
        int low = 0, high = LevelRanges::most;
        for (const int first : {to_white, to_black + 1, int{least_level}, most_level + 1,
                                least_level + near_end, most_level - near_end + 1})
            if (level >= first)
                low = std::max(low, first);
            else
                high = std::min(high, first - 1);
        ranges_.set(square, static_cast<unsigned>(low), static_cast<unsigned>(high));
    }
    static constexpr bool possible(int level) { return level >= least_level && level <= most_level; }

    wire::Calibration calibration_;
    ZeroFollowing zeros_;
    LevelRanges ranges_;
    std::array<std::uint8_t, wire::square_count> shown_{};
    std::uint64_t whites_ = 0, blacks_ = 0, impossible_ = 0;
    std::array<std::uint64_t, scans_to_break - 1> impossible_before_{}; // of the last scans, latest first
};

} // namespace adoube::firmware
