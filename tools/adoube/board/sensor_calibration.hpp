#pragma once
// Calibrates a board from sensor readings: empty, with the start position, and with a pawn where it is felt
// least on its own square and most on the next. Why so low a threshold: `adoube board design`.

#include "protocol/messages.hpp"

#include <expected>
#include <span>
#include <string>

namespace adoube::tools {

/// Per square, over several readings.
struct Reading {
    std::array<double, wire::square_count> mean{};
    std::array<double, wire::square_count> spread{}; // highest minus lowest
};
/// Precondition: not empty.
Reading reading_of(std::span<const wire::Levels> levels);

/// The error names a square that is occupied or has a faulty sensor.
std::expected<wire::Levels, std::string> zeros_of(const Reading& empty);

/// White's pieces raise levels, Black's lower them. The threshold is `share` of the median of what pieces in
/// the middle of their squares do. The error names a piece that is missing, weak or of the other side, or an
/// empty square that feels its neighbours.
std::expected<wire::Calibration, std::string> calibration_of(const wire::Levels& zero, const Reading& empty,
                                                             const Reading& start, double share);

/// Where the pawn from e2 is put: into a corner of e4, then on e5 at the edge to e4. The threshold moves as
/// far as both need it, beside the pieces of `start`; where no threshold is both low and high enough, the error says so.
std::expected<wire::Calibration, std::string> fitted(wire::Calibration calibration, const Reading& start,
                                                     const Reading& in_corner, const Reading& at_edge);

} // namespace adoube::tools
