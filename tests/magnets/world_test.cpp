#include "tests/catch.hpp"
#include "tests/magnets/field_map.hpp"
#include "tests/magnets/parts.hpp"

#include <cmath>

using namespace adoube::magnets;

namespace {

constexpr Disc disc{.diameter_mm = 10, .height_mm = 3, .remanence_t = n35_t};

} // namespace

TEST_CASE("the world's field is another on the axis than the formula of every text book") {
    const auto end = [](double z) { return z / std::hypot(z, disc.diameter_mm / 2); };
    for (const double below : {2.0, 5.0, 12.0, 20.0, 40.0}) {
        const double expected = 1000 * disc.remanence_t / 2 * (end(below + disc.height_mm) - end(below));
        CHECK(field_mt(disc, 0, below) == Approx(expected).epsilon(1e-5));
    }
}

TEST_CASE("the world's field changes its sign elsewhere than a dipole's far away, or jumps at the rim") {
    for (const double gap : {12.0, 16.0, 20.0}) {
        double across = 1;
        while (field_mt(disc, across, gap) > 0) across += 0.05;
        CHECK(across == Approx(std::sqrt(2) * (gap + disc.height_mm / 2)).epsilon(0.05));
    }
    CHECK(field_mt(disc, 4.9999, 5) == Approx(field_mt(disc, 5.0001, 5)).epsilon(1e-4));
}

TEST_CASE("field lines begin or end between a magnet and its sensors") {
    const FieldMap map(disc, {.least_mm = 4, .most_mm = 30});
    for (const double below : {6.0, 10.0, 20.0})
        for (const double across : {3.0, 8.0, 15.0, 30.0}) {
            CAPTURE(below, across);
            CHECK(std::abs(map.axial_mt(across, below) - field_mt(disc, across, below)) < 0.05);
            // Far from currents a field has no curl either: what lies across changes downwards as what lies
            // along changes across.
            constexpr double step = 0.5;
            const double down = map.radial_mt(across, below + step) - map.radial_mt(across, below - step);
            const double out = map.axial_mt(across + step, below) - map.axial_mt(across - step, below);
            CHECK(std::abs(down - out) < 0.02 * std::abs(out) + 0.05);
        }
}
