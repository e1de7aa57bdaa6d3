#pragma once
// The field of a magnet in a piece's base: a disc or ring, magnetised along its axis, as a coil around its
// rim. Closed form: Derby and Olbert, American Journal of Physics 78 (2010) 229; its integral: Bulirsch,
// Numerische Mathematik 13 (1969) 305.

namespace adoube::tools::design {

struct Magnet {
    double diameter_mm = 0;
    double height_mm = 0;
    double hole_mm = 0; // diameter; 0: a disc
    double remanence_t = 0;
};

/// The part along the axis, at `across_mm` from it and `below_mm` below the lower face; positive below the
/// middle. Precondition: below_mm > 0.
double field_mt(const Magnet& magnet, double across_mm, double below_mm);

/// Of two magnets side by side, as far from each other as that; as dipoles.
double push_n(const Magnet& magnet, double apart_mm);

} // namespace adoube::tools::design
