#pragma once
// Calibrates a board from sensor readings: empty, with the start position, and with a pawn where it is felt
// least on its own square and most on the next. What they should be, and the threshold, tells the design.

#include "protocol/messages.hpp"
#include "tools/adoube/design/verdict.hpp"

#include <expected>
#include <optional>
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

/// White's pieces raise levels, Black's lower them. The board that was told, with levels as the median of its
/// pieces has them. The error names a piece that is missing, of the other side, or stronger or weaker than
/// tolerances allow; or what may be wrong with all.
std::expected<design::Board, std::string> as_measured(const design::Board& told, const wire::Levels& zero,
                                                      const Reading& start);

/// With the threshold of `verdict`. The error says why it is none, or names an empty square that feels its
/// neighbours.
std::expected<wire::Calibration, std::string> calibration_of(const design::Board& measured,
                                                             const design::Verdict& verdict,
                                                             const wire::Levels& zero, const Reading& start);

/// The pawn from e2 in the corners of e4 at d3 and at f5, then on e5 at the edge to e4.
struct PawnReadings {
    Reading in_corner, opposite, at_edge;
};
/// What is not as it should be on that board, and what may be the cause.
std::optional<std::string> objection(const design::Board& measured, const Reading& start,
                                     const PawnReadings& pawn);

} // namespace adoube::tools
