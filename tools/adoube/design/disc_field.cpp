#include "tools/adoube/design/disc_field.hpp"

#include <cmath>
#include <numbers>

namespace adoube::tools::design {
namespace {

/// Bulirsch's complete integral cel(k, p, 1, s), p > 0.
double complete_integral(double k, double p, double s) {
    constexpr double enough = 1e-8; // it converges quadratically
    double c = 1, mean = 1, product = k;
    p = std::sqrt(p);
    s /= p;
    for (;;) {
        const double former = c, part = product / p;
        c += s / p;
        s = 2 * (s + former * part);
        p += part;
        const double other = mean;
        mean += k;
        if (std::abs(other - k) <= other * enough) break;
        k = 2 * std::sqrt(product);
        product = k * mean;
    }
    return std::numbers::pi / 2 * (s + c * mean) / (mean * (mean + p));
}

double disc_mt(double diameter_mm, const Magnet& magnet, double across_mm, double below_mm) {
    const double radius = diameter_mm / 2, wide = radius + across_mm, near = radius - across_mm;
    const double gamma = near / wide;
    // A point straight below the rim: the limit is continuous, the formula is not.
    const double p = gamma * gamma > 1e-18 ? gamma * gamma : 1e-18;
    const auto end = [&](double z) {
        const double far = std::hypot(z, wide);
        return z / far * complete_integral(std::hypot(z, near) / far, p, gamma);
    };
    return 1000 * magnet.remanence_t / std::numbers::pi * radius / wide *
           (end(below_mm + magnet.height_mm) - end(below_mm));
}

} // namespace

double field_mt(const Magnet& magnet, double across_mm, double below_mm) {
    const double disc = disc_mt(magnet.diameter_mm, magnet, across_mm, below_mm);
    return magnet.hole_mm > 0 ? disc - disc_mt(magnet.hole_mm, magnet, across_mm, below_mm) : disc;
}

double push_n(const Magnet& magnet, double apart_mm) {
    const double outer = magnet.diameter_mm / 2000, inner = magnet.hole_mm / 2000; // m
    const double volume = std::numbers::pi * (outer * outer - inner * inner) * magnet.height_mm / 1000;
    const double moment = magnet.remanence_t * volume / (4e-7 * std::numbers::pi);
    return 3e-7 * moment * moment / std::pow(apart_mm / 1000, 4);
}

} // namespace adoube::tools::design
