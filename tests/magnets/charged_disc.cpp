#include "tests/magnets/charged_disc.hpp"

#include <cmath>
#include <numbers>

namespace adoube::magnets {
namespace {

using std::numbers::pi;
constexpr int samples = 96; // of smooth periodic functions: six digits

/// Straight below the disc: it is all around.
double solid_angle_below(double radius, double across, double below) {
    double sum = 0;
    for (int n = 0; n < samples; ++n) {
        const double angle = (n + 0.5) / samples * 2 * pi, sine = across * std::sin(angle);
        const double far = std::sqrt(radius * radius - sine * sine) - across * std::cos(angle);
        sum += 1 - below / std::hypot(below, far);
    }
    return 2 * pi * sum / samples;
}

/// Beside it: it lies between two tangents. Counted not by the direction but by the angle at the disc's
/// middle line, so that the ends are smooth.
double solid_angle_beside(double radius, double across, double below) {
    double sum = 0;
    for (int n = 0; n < samples; ++n) {
        const double side = pi * ((n + 0.5) / samples - 0.5);
        const double sine = radius / across * std::sin(side), cosine = std::sqrt(1 - sine * sine);
        const double middle = across * cosine, half = radius * std::cos(side);
        sum += (below / std::hypot(below, middle - half) - below / std::hypot(below, middle + half)) * half /
               middle;
    }
    return pi * sum / samples;
}

double solid_angle(double radius, double across, double below) {
    return across <= radius ? solid_angle_below(radius, across, below)
                            : solid_angle_beside(radius, across, below);
}

} // namespace

double field_mt(const Disc& disc, double across_mm, double below_mm) {
    const auto face = [&](double below) { return solid_angle(disc.diameter_mm / 2, across_mm, below); };
    return 1000 * disc.remanence_t / (4 * pi) * (face(below_mm) - face(below_mm + disc.height_mm));
}

} // namespace adoube::magnets
