#pragma once
// From the levels of 64 linear Hall sensors to what stands on the squares. A magnet in each piece's base,
// north down for one side and south down for the other, moves its sensor's level up or down from where it
// rests.

#include "firmware/core/scanner.hpp"

#include <algorithm>

namespace adoube::firmware {

/// What is in force on a board that nobody has calibrated: every sensor rests in the middle of its 12-bit
/// converter.
constexpr wire::Calibration uncalibrated() {
    wire::Calibration calibration{.boot_id = 0, .kept = 0, .threshold = 160, .release = 110, .zero = {}};
    calibration.zero.fill(2'048);
    return calibration;
}

class HallSensing {
  public:
    /// Outside of these a sensor is open, short or absent: a magnet moves its output to within 0.2 V of the
    /// supply or ground at most (DRV5055), and the inputs are pulled to ground.
    static constexpr std::uint16_t least_level = 100, most_level = 3'995;
    /// One disturbed reading condemns no sensor; so many in a row do. Until then the square shows what it
    /// last showed.
    static constexpr unsigned scans_to_break = 3;

    /// Takes into force what is nearest to the wish: a threshold above the noise and within a sensor's range,
    /// and the middle for the zero of a sensor that was measured while it was broken.
    constexpr void calibrate(const wire::Calibration& wish) {
        calibration_ = wish;
        calibration_.boot_id = 0;
        calibration_.threshold = std::clamp<std::uint16_t>(wish.threshold, 16, 1'024);
        calibration_.release = std::min(wish.release, static_cast<std::uint16_t>(calibration_.threshold - 1));
        for (auto& zero : calibration_.zero)
            if (!possible(zero)) zero = uncalibrated().zero[0];
    }
    /// Whether what is in force survives the board's start.
    constexpr void keep(bool kept) { calibration_.kept = kept ? 1 : 0; }
    constexpr const wire::Calibration& calibration() const { return calibration_; }

    /// Puts squares and broken sensors into the scan; leaves its contacts alone.
    constexpr void feed(const wire::Levels& levels, Scan& scan) {
        std::uint64_t white = 0, black = 0, impossible = 0;
        for (unsigned first = 0; first < wire::square_count; first += 32) {
            const Half half = feed_half(levels, first);
            white |= std::uint64_t{half.white} << first;
            black |= std::uint64_t{half.black} << first;
            impossible |= std::uint64_t{half.impossible} << first;
        }
        white_ = white | (white_ & impossible);
        black_ = black | (black_ & impossible);
        const std::uint64_t occupied = white_ | black_;
        scan.squares.planes = {occupied, occupied, occupied, black_}; // Content::white is 7, black 15

        scan.broken = impossible;
        for (const std::uint64_t earlier : impossible_) scan.broken &= earlier;
        for (std::size_t scans = impossible_.size() - 1; scans > 0; --scans)
            impossible_[scans] = impossible_[scans - 1];
        impossible_[0] = impossible;
    }

  private:
    /// In words of the chip's own width: it has 64 readings 500 times a second.
    struct Half {
        std::uint32_t white = 0, black = 0, impossible = 0;
    };
    constexpr Half feed_half(const wire::Levels& levels, unsigned first) const {
        const auto was_white = static_cast<std::uint32_t>(white_ >> first);
        const auto was_black = static_cast<std::uint32_t>(black_ >> first);
        const int threshold = calibration_.threshold, release = calibration_.release;
        Half half;
        std::uint32_t bit = 1;
        for (unsigned square = first; bit != 0; ++square, bit <<= 1) {
            if (!possible(levels[square])) {
                half.impossible |= bit;
                continue;
            }
            const int above = levels[square] - calibration_.zero[square];
            if (above >= ((was_white & bit) != 0 ? release : threshold))
                half.white |= bit;
            else if (-above >= ((was_black & bit) != 0 ? release : threshold))
                half.black |= bit;
        }
        return half;
    }
    static constexpr bool possible(std::uint16_t level) {
        return static_cast<unsigned>(level - least_level) <= most_level - least_level;
    }

    wire::Calibration calibration_ = uncalibrated();
    std::uint64_t white_ = 0, black_ = 0;
    std::array<std::uint64_t, scans_to_break - 1> impossible_{}; // of the last scans, the latest first
};

} // namespace adoube::firmware
