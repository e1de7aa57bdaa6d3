#include "tests/magnets/field_map.hpp"

#include <stdexcept>

namespace adoube::magnets {
namespace {

constexpr double most_across_mm = 130;

std::size_t steps(double length_mm) { return static_cast<std::size_t>(length_mm / FieldMap::step_mm); }

} // namespace

FieldMap::FieldMap(const Disc& disc, Gaps gaps)
    : least_mm_(gaps.least_mm), rows_(steps(gaps.most_mm - gaps.least_mm) + 2),
      columns_(steps(most_across_mm) + 2), axial_(rows_ * columns_), radial_(rows_ * columns_) {
    for (std::size_t row = 0; row < rows_; ++row) {
        const double below_mm = least_mm_ + static_cast<double>(row) * step_mm;
        double flux = 0; // through a circle around the axis, as it changes downwards; over 2 pi
        for (std::size_t column = 0; column < columns_; ++column) {
            const double across_mm = static_cast<double>(column) * step_mm;
            axial_[row * columns_ + column] = field_mt(disc, across_mm, below_mm);
            constexpr double near_mm = 0.02;
            const double change = (field_mt(disc, across_mm, below_mm + near_mm) -
                                   field_mt(disc, across_mm, below_mm - near_mm)) /
                                  (2 * near_mm);
            const double ring = change * across_mm * step_mm;
            if (across_mm > 0) radial_[row * columns_ + column] = -(flux + ring / 2) / across_mm;
            flux += ring;
        }
    }
}

double FieldMap::axial_mt(double across_mm, double below_mm, double length_mm) const {
    constexpr double apart_mm = 1;
    double sum = 0;
    int points = 0;
    for (double down_mm = 0; down_mm <= length_mm; down_mm += apart_mm, ++points)
        sum += axial_mt(across_mm, below_mm + down_mm);
    return sum / points;
}

double FieldMap::looked_up(const std::vector<double>& field, double across_mm, double below_mm) const {
    const double across = across_mm / step_mm;
    const double below = (below_mm - least_mm_) / step_mm;
    if (below < 0) throw std::out_of_range("nearer to a magnet than its field is known");
    if (below >= static_cast<double>(rows_ - 1) || across_mm >= most_across_mm) return 0;
    const auto column = static_cast<std::size_t>(across), row = static_cast<std::size_t>(below);
    const double right = across - static_cast<double>(column), down = below - static_cast<double>(row);
    const auto along = [&](std::size_t at) {
        const double* point = field.data() + at * columns_ + column;
        return point[0] * (1 - right) + point[1] * right;
    };
    return along(row) * (1 - down) + along(row + 1) * down;
}

} // namespace adoube::magnets
