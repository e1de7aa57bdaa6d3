#include "tests/magnets/made_square.hpp"

#include <span>

namespace adoube::magnets {
namespace {

Point misplaced(Dice& dice) {
    const double file_mm = dice.either_way(tolerance.place_mm);
    return {file_mm, dice.either_way(tolerance.place_mm)};
}
double length_mm(Point point) { return std::hypot(point.file_mm, point.rank_mm); }

} // namespace

HallSquare::HallSquare(const HallBoard& board, const FieldMap& map, Dice& dice)
    : board_(&board), map_(&map), gap_mm_(board.gap_mm + dice.either_way(tolerance.gap_mm)),
      steps_per_mt_(board.sensor.steps_per_mt * (board.apart_mm == 0 ? 1 : left_of_four) *
                    level_when_warmer(dice.either_way(tolerance.kelvin))) {
    const double far = board.apart_mm;
    const Point four[] = {{far, far}, {far, -far}, {-far, far}, {-far, -far}}, one[] = {{}};
    for (const auto& point : far == 0 ? std::span<const Point>(one) : four)
        sensors_.push_back(point + misplaced(dice));
}

double HallSquare::level(Point piece, double up_mm) const {
    double sum_mt = 0;
    for (const auto& sensor : sensors_) sum_mt += map_->axial_mt(length_mm(piece - sensor), gap_mm_ + up_mm);
    return steps_per_mt_ * sum_mt / static_cast<double>(sensors_.size()) / board_->threshold;
}

double HallSquare::drift(Dice& dice, bool followed) const {
    constexpr double left_steps = 2; // by following
    return dice.either_way(followed ? left_steps : drift_steps) / board_->threshold;
}

void ReedSquare::choose_reed(Dice& dice) {
    by_one_end_ = dice.chance(0.5);
    operate_mt_ = dice.between(kind_.least_mt, kind_.most_mt);
    release_ = dice.between(kind_.least_release, kind_.most_release);
}

ReedSquare::ReedSquare(const UprightReedBoard& board, const FieldMap& map, Dice& dice)
    : map_(&map), place_(misplaced(dice)) {
    constexpr double deepest_mm = 28, turn_mm = 0.25;
    const auto closes_at = [&](double gap_mm) {
        for (const Point way : {Point{1, 0}, Point{-1, 0}, Point{0, 1}, Point{0, -1}})
            if (field_mt(board.closes_at_mm * way, gap_mm) < operate_mt_) return false;
        return true;
    };
    do {
        choose_reed(dice);
        gap_mm_ = deepest_mm;
        while (gap_mm_ >= board.least_gap_mm && !closes_at(gap_mm_)) gap_mm_ -= turn_mm;
    } while (gap_mm_ < board.least_gap_mm);
    gap_mm_ += dice.either_way(kind_.adjusted_to_mm);
}

ReedSquare::ReedSquare(const LyingReedBoard& board, const FieldMap& map, Dice& dice)
    : map_(&map), place_(misplaced(dice)), lies_(true) {
    choose_reed(dice);
    gap_mm_ = board.gap_mm + dice.either_way(tolerance.gap_mm);
}

double ReedSquare::field_mt(Point piece, double below_mm) const {
    const auto off = piece - place_;
    if (lies_) return lying_mt(off, below_mm);
    return by_one_end_ ? map_->axial_mt(length_mm(off), below_mm)
                       : map_->axial_mt(length_mm(off), below_mm, kind_.length_mm);
}

/// Along the rank: averaged over its blades, or at the end under the middle.
double ReedSquare::lying_mt(Point off, double below_mm) const {
    const auto along = [&](double file_mm) {
        const auto from = Point{file_mm, 0} - off;
        const double far_mm = length_mm(from);
        return far_mm == 0 ? 0 : map_->radial_mt(far_mm, below_mm) * from.file_mm / far_mm;
    };
    if (by_one_end_) return along(0);
    constexpr int points = 8;
    double sum = 0;
    for (int point = 0; point < points; ++point) sum += along((point + 0.5) / points * kind_.length_mm);
    return sum / points;
}

Piece put_down(Dice& dice, Hand hand, const Squares& squares, Point square) {
    const double level = 1 + dice.either_way(tolerance.level);
    return {dice.chance(0.5) ? level : -level, squares.square_mm * square + dice.put_down(hand, squares)};
}

} // namespace adoube::magnets
