#pragma once
// From what the sensors of a board read without pieces and with the start position to its calibration.

#include "protocol/messages.hpp"

#include <expected>
#include <span>
#include <string>

namespace adoube::tools {

/// Of each square, over some readings.
struct Reading {
    std::array<double, wire::square_count> mean{};
    std::array<double, wire::square_count> spread{}; // from the lowest to the highest
};
/// Precondition: at least one.
Reading reading_of(std::span<const wire::Levels> levels);

/// Zeros from the empty board. The error is one sentence: a square on which something stands, or whose sensor
/// is at fault.
std::expected<wire::Levels, std::string> zeros_of(const Reading& empty);

/// The start position stands: White's pieces lift the level above its zero, Black's lower it. The threshold
/// is half of what the weakest piece does. The error is one sentence: a piece that is missing, weak, of the
/// other side, or felt on the next square.
std::expected<wire::Calibration, std::string> calibration_of(const wire::Levels& zero, const Reading& empty,
                                                             const Reading& start);

} // namespace adoube::tools
