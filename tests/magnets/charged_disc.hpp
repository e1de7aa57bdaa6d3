#pragma once
// The field below a disc magnet, from first principles: magnetised along its axis it is two charged discs,
// and what one of them gives along the axis is the solid angle under which it is seen. (The design tool has
// the closed form of a coil; the two were written apart.)

namespace adoube::magnets {

struct Disc {
    double diameter_mm, height_mm;
    double remanence_t;
};

/// Along the axis, positive under the middle; `below_mm` > 0 from the lower face, `across_mm` from the axis.
double field_mt(const Disc& disc, double across_mm, double below_mm);

} // namespace adoube::magnets
