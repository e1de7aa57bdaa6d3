#include "tools/adoube/board/sensor_calibration.hpp"

#include "daemon/chess/types.hpp"
#include "tools/adoube/design/expected.hpp"
#include "tools/adoube/design/limits.hpp"
#include "tools/adoube/design/objection.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace adoube::tools {
namespace {

/// Resting sensors of one kind differ by less, unless a magnet is near. Levels are steps of a 12-bit
/// converter.
constexpr double most_zero_offset = 250;
constexpr double most_noise = 40;
/// Hands put a piece in the middle of its square no better, and a base no further over an edge.
constexpr double off_middle_mm = 2, off_edge_mm = 0.25;
/// One sensor differs from another by 5 % (SBAS640), beside its magnet.
constexpr design::Tolerance of_one_square{.level = design::tolerance.level + 0.05};
/// Over all pieces, places of sensors even out for the most part.
constexpr design::Tolerance of_all{.place_mm = design::tolerance.place_mm / 3};
constexpr std::array in_the_middle{design::Point{}};
constexpr std::size_t e4 = 28;
/// Boards clamp thresholds to 1,024; stronger pieces are felt all the same.
constexpr double most_threshold = 1'000;

std::string name_of(std::size_t square) { return chess::to_string(static_cast<chess::Square>(square)); }
std::string whole(double level) { return std::to_string(std::lround(level)); }

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

using PerSquare = std::array<double, wire::square_count>;

/// Of each square of the start position: above zero, or below it on Black's half.
double to_its_side(std::size_t square, double level) {
    return square < wire::square_count / 2 ? level : -level;
}
PerSquare strengths(const wire::Levels& zero, const Reading& start) {
    PerSquare strong{};
    for (std::size_t square = 0; square < wire::square_count; ++square)
        strong[square] = to_its_side(square, start.mean[square] - zero[square]);
    return strong;
}
PerSquare expected_strengths(const design::Board& board) {
    auto strong = design::start_levels(board);
    for (std::size_t square = 0; square < wire::square_count; ++square)
        strong[square] = to_its_side(square, strong[square]);
    return strong;
}

std::string expected(const design::Range& range) {
    return ", where " + whole(range.least) + " to " + whole(range.most) + " are expected: ";
}
std::string mm(double length) { return design::in_words(length) + " mm"; }

std::optional<std::string> wrong_side(const PerSquare& shares) {
    std::size_t count = 0, turned = 0;
    for (std::size_t square = 0; square < wire::square_count; ++square)
        if (design::stands_at_start(square) && shares[square] < -0.5) ++count, turned = square;
    if (count == 32)
        return "every piece shows the other side's pole: turn the board by half a turn, or the magnets over";
    if (count > 0)
        return name_of(turned) +
               " shows a piece of the other side: put the right one there, or turn its magnet over";
    return std::nullopt;
}

std::optional<std::string> wrong_with_all(const design::Board& told, double share) {
    const double level = design::level_at(told, {});
    const auto range = design::levels_at(told, in_the_middle, of_all);
    if (range.least <= share * level && share * level <= range.most) return std::nullopt;
    return "the pieces show by about " + whole(share * level) + expected(range) + "measure the gap (" +
           mm(told.gap_mm) + "), take other magnets, or say what board it is as to \"adoube board design\"";
}

/// The median is not exact: a piece may be what tolerances allow on the board that was told, or on one of
/// that share.
std::optional<std::string> wrong_piece(const design::Board& told, double share, const PerSquare& strong,
                                       const PerSquare& wanted) {
    auto by_hand = of_one_square;
    by_hand.place_mm += off_middle_mm;
    const auto alone = design::levels_at(told, in_the_middle, by_hand);
    for (std::size_t square = 0; square < wire::square_count; ++square) {
        if (!design::stands_at_start(square)) continue;
        const double others = wanted[square] - design::level_at(told, {});
        const double differ = 2 * design::tolerance.level * std::abs(others); // in level and distance
        const design::Range range{.least = std::min(share, 1.0) * (alone.least + others - differ),
                                  .most = std::max(share, 1.0) * (alone.most + others + differ)};
        if (strong[square] < range.least || strong[square] > range.most)
            return name_of(square) + " shows a piece by " + whole(strong[square]) + expected(range) +
                   "set it in the middle of its square, or look at its magnet, its sensor and the gap";
    }
    return std::nullopt;
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

std::expected<design::Board, std::string> as_measured(const design::Board& told, const wire::Levels& zero,
                                                      const Reading& start) {
    const auto strong = strengths(zero, start), wanted = expected_strengths(told);
    PerSquare shares{};
    std::vector<double> of_pieces;
    for (std::size_t square = 0; square < wire::square_count; ++square) {
        shares[square] = strong[square] / wanted[square];
        if (design::stands_at_start(square)) of_pieces.push_back(shares[square]);
    }
    if (const auto why = wrong_side(shares)) return std::unexpected(*why);
    const double share = median(of_pieces);
    if (const auto why = wrong_with_all(told, share)) return std::unexpected(*why);
    if (const auto why = wrong_piece(told, share, strong, wanted)) return std::unexpected(*why);
    return design::with_levels(told, share);
}

std::expected<wire::Calibration, std::string> calibration_of(const design::Board& measured,
                                                             const design::Verdict& verdict,
                                                             const wire::Levels& zero, const Reading& start) {
    if (const auto why = design::objection(measured, verdict))
        return std::unexpected("such a board is not safe: " + *why);
    wire::Calibration calibration;
    calibration.zero = zero;
    const double beyond = std::max(1.0, verdict.threshold / most_threshold);
    calibration.threshold = static_cast<std::uint16_t>(verdict.threshold / beyond);
    calibration.release = static_cast<std::uint16_t>(verdict.release / beyond);
    for (std::size_t square = 0; square < wire::square_count; ++square) {
        const double strayed = std::abs(start.mean[square] - zero[square]);
        if (!design::stands_at_start(square) && strayed + start.spread[square] > calibration.release)
            return std::unexpected(name_of(square) + " is empty but feels its neighbour by " +
                                   whole(strayed) + ": set the pieces in the middle of their squares");
    }
    return calibration;
}

std::optional<std::string> objection(const design::Board& measured, const Reading& start,
                                     const PawnReadings& pawn) {
    const double corner_mm = (measured.square_mm - measured.base_mm) / 2 + off_edge_mm;
    const std::array corners{design::Point{-corner_mm, -corner_mm}, design::Point{corner_mm, corner_mm}};
    const std::array edge{design::Point{0, (measured.square_mm + measured.base_mm) / 2 - off_edge_mm}};
    const double others = start.mean[e4]; // do not leave it at its zero
    const double corner = (pawn.in_corner.mean[e4] + pawn.opposite.mean[e4]) / 2 - others;
    const double least = design::levels_at(measured, corners, of_one_square).least;
    if (corner < least)
        return "e4 feels a pawn in its corners by " + whole(corner) + ", where at least " + whole(least) +
               " is expected: let its base touch both edges, and measure base (" + mm(measured.base_mm) +
               ") and gap (" + mm(measured.gap_mm) + ")";
    const double next = pawn.at_edge.mean[e4] - others;
    const auto range = design::levels_at(measured, edge, of_one_square);
    if (std::abs(next) > std::max(std::abs(range.least), std::abs(range.most)))
        return "e4 feels a pawn at the edge of e5 by " + whole(next) + expected(range) +
               "let its base touch that edge from e5, and measure a square (" + mm(measured.square_mm) + ")";
    return std::nullopt;
}

} // namespace adoube::tools
