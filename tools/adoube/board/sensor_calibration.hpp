#pragma once
// Calibrates a board from sensor readings: empty, and with the start position.

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

/// White's pieces raise levels, Black's lower them. The threshold is half the weakest piece's effect. The
/// error names a piece that is missing, weak, of the other side, or felt on the next square.
std::expected<wire::Calibration, std::string> calibration_of(const wire::Levels& zero, const Reading& empty,
                                                             const Reading& start);

} // namespace adoube::tools
