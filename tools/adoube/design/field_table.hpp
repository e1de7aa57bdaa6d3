#pragma once
// A magnet's field around it, looked up: a million placements ask for it twenty million times.

#include "tools/adoube/design/disc_field.hpp"

#include <vector>

namespace adoube::tools::design {

/// Averaged over an element that reaches `length_mm` downwards from the gap.
class FieldTable {
  public:
    static constexpr double least_gap_mm = 2, most_gap_mm = 45, most_across_mm = 130;

    FieldTable(const Magnet& magnet, double length_mm);

    /// Both within the table's bounds; nearest elsewhere.
    double field_mt(double across_mm, double gap_mm) const;
    /// The gap at which it is strongest so far across: off the axis it is weaker nearer by, too.
    double strongest_gap_mm(double across_mm) const;
    /// The largest gap at which it is that strong so far across, if it is at `least_mm`; else that.
    double gap_mm(double across_mm, double field_mt, double least_mm) const;

  private:
    std::vector<double> rows_; // by gap, then across
};

} // namespace adoube::tools::design
