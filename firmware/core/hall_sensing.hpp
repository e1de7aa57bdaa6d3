#pragma once
// Turns the levels of 64 linear Hall sensors into squares. Magnets in the pieces' bases, north down for one
// side and south down for the other, move a level up or down from rest.

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
        zero_ = calibration_.zero;
    }
    /// Whether it survives a restart.
    constexpr void keep(bool kept) { calibration_.kept = kept ? 1 : 0; }
    constexpr const wire::Calibration& calibration() const { return calibration_; }

    /// Fills in squares and broken sensors; leaves contacts alone.
    constexpr void feed(const wire::Levels& levels, Scan& scan) {
        std::uint64_t white = 0, black = 0, strong = 0, impossible = 0;
        for (unsigned first = 0; first < wire::square_count; first += 32) {
            const Half half = feed_half(levels, first);
            white |= std::uint64_t{half.white} << first;
            black |= std::uint64_t{half.black} << first;
            strong |= std::uint64_t{half.strong} << first;
            impossible |= std::uint64_t{half.impossible} << first;
        }
        white |= white_ & impossible;
        black |= black_ & impossible;
        if (zeros_.feed(levels, (white ^ white_) | (black ^ black_), impossible)) take_zeros();
        white_ = white, black_ = black, strong_ = strong | (strong_ & impossible);
        const std::uint64_t occupied = white_ | black_;
        scan.squares.planes = {occupied, occupied, occupied, black_}; // Content::white is 7, black 15

        scan.broken = impossible;
        for (const std::uint64_t earlier : impossible_) scan.broken &= earlier;
        for (std::size_t scans = impossible_.size() - 1; scans > 0; --scans)
            impossible_[scans] = impossible_[scans - 1];
        impossible_[0] = impossible;
    }

  private:
    /// In words of the chip's width: 64 readings 500 times a second.
    struct Half {
        std::uint32_t white = 0, black = 0;
        std::uint32_t strong = 0; // of these, near the end of the range or beyond it
        std::uint32_t impossible = 0;
    };
    constexpr Half feed_half(const wire::Levels& levels, unsigned first) const {
        const auto was_white = static_cast<std::uint32_t>(white_ >> first);
        const auto was_black = static_cast<std::uint32_t>(black_ >> first);
        const auto was_strong = static_cast<std::uint32_t>(strong_ >> first);
        const int threshold = calibration_.threshold, release = calibration_.release;
        Half half;
        std::uint32_t bit = 1;
        for (unsigned square = first; bit != 0; ++square, bit <<= 1) {
            const int level = levels[square];
            if (!possible(levels[square]) &&
                (was_strong & (level < least_level ? was_black : was_white) & bit) == 0) {
                half.impossible |= bit;
                continue;
            }
            const int above = level - zero_[square];
            if (above >= ((was_white & bit) != 0 ? release : threshold)) {
                half.white |= bit;
                if (level > most_level - near_end) half.strong |= bit;
            } else if (-above >= ((was_black & bit) != 0 ? release : threshold)) {
                half.black |= bit;
                if (level < least_level + near_end) half.strong |= bit;
            }
        }
        return half;
    }
    constexpr void take_zeros() {
        for (unsigned square = 0; square < wire::square_count; ++square) zero_[square] = zeros_.zero(square);
    }
    static constexpr bool possible(std::uint16_t level) {
        return static_cast<unsigned>(level - least_level) <= most_level - least_level;
    }

    wire::Calibration calibration_ = uncalibrated();
    ZeroFollowing zeros_{uncalibrated().zero};
    wire::Levels zero_ = uncalibrated().zero; // as followed
    std::uint64_t white_ = 0, black_ = 0;
    std::uint64_t strong_ = 0;                                   // of these
    std::array<std::uint64_t, scans_to_break - 1> impossible_{}; // of the last scans, latest first
};

} // namespace adoube::firmware
