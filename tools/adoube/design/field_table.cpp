#include "tools/adoube/design/field_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace adoube::tools::design {
namespace {

constexpr double step_mm = 0.25;
constexpr auto columns = static_cast<std::size_t>(FieldTable::most_across_mm / step_mm) + 1;
constexpr auto gaps =
    static_cast<std::size_t>((FieldTable::most_gap_mm - FieldTable::least_gap_mm) / step_mm) + 1;

/// Where a value lies between two of the table's, which begin at 0.
struct Between {
    std::size_t first;
    double share;
};
Between between(double steps, std::size_t count) {
    const double within = std::clamp(steps, 0.0, static_cast<double>(count - 1));
    const auto first = std::min(static_cast<std::size_t>(within), count - 2);
    return {first, within - static_cast<double>(first)};
}

} // namespace

FieldTable::FieldTable(const Magnet& magnet, double length_mm) {
    const auto reach = static_cast<std::size_t>(length_mm / step_mm) + 1; // rows that one element covers
    std::vector<double> points;
    for (std::size_t gap = 0; gap < gaps + reach; ++gap)
        for (std::size_t column = 0; column < columns; ++column)
            points.push_back(design::field_mt(magnet, static_cast<double>(column) * step_mm,
                                              least_gap_mm + static_cast<double>(gap) * step_mm));
    rows_.resize(gaps * columns);
    for (std::size_t at = 0; at < rows_.size(); ++at) {
        for (std::size_t below = 0; below < reach; ++below) rows_[at] += points[at + below * columns];
        rows_[at] /= static_cast<double>(reach);
    }
}

double FieldTable::field_mt(double across_mm, double gap_mm) const {
    const auto across = between(across_mm / step_mm, columns);
    const auto gap = between((gap_mm - least_gap_mm) / step_mm, gaps);
    const auto* row = rows_.data() + gap.first * columns + across.first;
    const auto along = [&](const double* at) { return at[0] + across.share * (at[1] - at[0]); };
    return along(row) + gap.share * (along(row + columns) - along(row));
}

double FieldTable::strongest_gap_mm(double across_mm) const {
    double strongest_gap = least_gap_mm;
    for (double gap = least_gap_mm, strongest = -1e9; gap <= most_gap_mm; gap += step_mm)
        if (const double here = field_mt(across_mm, gap); here > strongest)
            strongest = here, strongest_gap = gap;
    return strongest_gap;
}

double FieldTable::gap_mm(double across_mm, double field, double least) const {
    double most = most_gap_mm;
    for (int halved = 0; halved < 20; ++halved) {
        const double middle = (least + most) / 2;
        (field_mt(across_mm, middle) > field ? least : most) = middle;
    }
    return least;
}

} // namespace adoube::tools::design
