#include "tools/adoube/board/sensor_calibration.hpp"

#include "daemon/chess/types.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace adoube::tools {
namespace {

/// Resting sensors of one kind differ by less, unless a magnet is near. Levels are steps of a 12-bit
/// converter.
constexpr double most_zero_offset = 250;
constexpr double most_noise = 40;
/// A weaker piece could be lost to a small disturbance.
constexpr double weakest_piece = 80;
constexpr double release_share = 0.8; // of the threshold
/// What a zero may be off: a start in a hall that is 15 K warmer (DRV5055).
constexpr double most_drift = 12;
/// Of what a pawn in a corner does: other magnets are weaker, other sensors further from the middle.
constexpr double surely_in_corner = 0.85;
/// Neighbours on all sides do more than one of them.
constexpr double neighbours_at_once = 3;
constexpr std::size_t e4 = 28;
/// Boards clamp thresholds to 1,024; stronger pieces are felt all the same.
constexpr double most_threshold = 1'000;

std::string name_of(std::size_t square) { return chess::to_string(static_cast<chess::Square>(square)); }
bool stands_at_start(std::size_t square) { return square < 16 || square >= 48; }
std::string whole(double level) { return std::to_string(std::lround(level)); }

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// A square's level above zero, towards the side that starts on its half.
double strength(const wire::Levels& zero, const Reading& start, std::size_t square) {
    const double above = start.mean[square] - zero[square];
    return square < 32 ? above : -above;
}

void set_threshold(wire::Calibration& calibration, double threshold) {
    threshold = std::min(threshold, most_threshold);
    calibration.threshold = static_cast<std::uint16_t>(threshold);
    calibration.release = static_cast<std::uint16_t>(threshold * release_share);
}

} // namespace

Reading reading_of(std::span<const wire::Levels> levels) {
    Reading reading;
    for (std::size_t square = 0; square < wire::square_count; ++square) {
        double sum = 0;
        std::uint16_t least = levels.front()[square], most = least;
        for (const wire::Levels& one : levels) {
            sum += one[square];
            least = std::min(least, one[square]);
            most = std::max(most, one[square]);
        }
        reading.mean[square] = sum / static_cast<double>(levels.size());
        reading.spread[square] = most - least;
    }
    return reading;
}

std::expected<wire::Levels, std::string> zeros_of(const Reading& empty) {
    const double usual = median({empty.mean.begin(), empty.mean.end()});
    wire::Levels zero{};
    for (std::size_t square = 0; square < wire::square_count; ++square) {
        if (std::abs(empty.mean[square] - usual) > most_zero_offset)
            return std::unexpected(name_of(square) + " reads " + whole(empty.mean[square]) +
                                   " where the others read about " + whole(usual) +
                                   ": take what stands there away, or look at its sensor");
        if (empty.spread[square] > most_noise)
            return std::unexpected(name_of(square) + " is not at rest, its readings spread over " +
                                   whole(empty.spread[square]) +
                                   ": keep your hands off, or look at its sensor");
        zero[square] = static_cast<std::uint16_t>(std::lround(empty.mean[square]));
    }
    return zero;
}

std::expected<wire::Calibration, std::string> calibration_of(const wire::Levels& zero, const Reading& empty,
                                                             const Reading& start, double share) {
    int reversed = 0;
    double weakest = 65'535, strayed = 0, noise = 0;
    std::size_t weak_square = 0, stray_square = 0;
    std::vector<double> pieces;
    for (std::size_t square = 0; square < wire::square_count; ++square) {
        const double strong = strength(zero, start, square);
        noise = std::max({noise, empty.spread[square], start.spread[square]});
        if (!stands_at_start(square)) {
            if (std::abs(strong) > strayed) strayed = std::abs(strong), stray_square = square;
            continue;
        }
        pieces.push_back(strong);
        reversed += strong <= -weakest_piece;
        if (strong < weakest) weakest = strong, weak_square = square;
    }
    if (reversed == 32)
        return std::unexpected(std::string(
            "every piece shows the other side's pole: turn the board by half a turn, or the magnets over"));
    if (weakest <= -weakest_piece)
        return std::unexpected(
            name_of(weak_square) +
            " shows a piece of the other side: put the right one there, or turn its magnet over");
    if (weakest < std::max(weakest_piece, 4 * noise))
        return std::unexpected(name_of(weak_square) + " shows a piece by " + whole(std::max(weakest, 0.0)) +
                               " only: set it in the middle of its square, or give it a stronger magnet");
    wire::Calibration calibration;
    calibration.zero = zero;
    set_threshold(calibration, share * median(pieces));
    if (strayed + noise > calibration.release)
        return std::unexpected(name_of(stray_square) + " is empty but feels its neighbour by " +
                               whole(strayed) +
                               ": set the pieces in the middle of their squares, or take weaker magnets");
    return calibration;
}

std::expected<wire::Calibration, std::string> fitted(wire::Calibration calibration, const Reading& start,
                                                     const Reading& in_corner, const Reading& at_edge) {
    const double others = start.mean[e4]; // do not leave it at its zero
    const double corner = in_corner.mean[e4] - others;
    const double next = std::abs(at_edge.mean[e4] - others);
    const double noise = std::max(in_corner.spread[e4], at_edge.spread[e4]) / 2;
    const double most = surely_in_corner * corner;
    const double least = (neighbours_at_once * next + noise + most_drift) / release_share;
    if (least > most)
        return std::unexpected(
            "e4 feels a pawn in its corner by " + whole(corner) + ", and one on the next square by " +
            whole(next) +
            ": no threshold suits both, so look whether the pawn stood where it should, or put the sensors "
            "deeper (\"adoube board design\" says how deep)");
    set_threshold(calibration, std::clamp<double>(calibration.threshold, least, most));
    return calibration;
}

} // namespace adoube::tools
