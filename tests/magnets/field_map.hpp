#pragma once
// A disc's field looked up, for millions of questions; linear between points 0.25 mm apart.

#include "tests/magnets/charged_disc.hpp"

#include <cstddef>
#include <vector>

namespace adoube::magnets {

struct Gaps {
    double least_mm, most_mm;
};

class FieldMap {
  public:
    static constexpr double step_mm = 0.25;

    FieldMap(const Disc& disc, Gaps gaps);

    /// Along the axis. 0 where it is further than `most_mm`, or than 130 mm across. Precondition: not nearer
    /// than `least_mm`.
    double axial_mt(double across_mm, double below_mm) const {
        return looked_up(axial_, across_mm, below_mm);
    }
    /// Away from the axis, which follows from the other: no field line begins anywhere.
    double radial_mt(double across_mm, double below_mm) const {
        return looked_up(radial_, across_mm, below_mm);
    }
    /// Along the axis, averaged over so much below.
    double axial_mt(double across_mm, double below_mm, double length_mm) const;

  private:
    double looked_up(const std::vector<double>& field, double across_mm, double below_mm) const;

    double least_mm_;
    std::size_t rows_, columns_;
    std::vector<double> axial_, radial_; // by gap, then across
};

} // namespace adoube::magnets
