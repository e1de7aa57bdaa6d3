#pragma once
// `adoube board design`: whether a board of that geometry would play, and the numbers that its maker needs.

#include "tools/adoube/common/streams.hpp"

#include <cstdint>
#include <string>

namespace adoube::tools {

struct BoardDesignOptions {
    double square_mm = 55, base_mm = 28, gap_mm = 20;
    std::string magnet = "12x3"; // diameter x height in mm; a ring: 20/10x3
    std::string grade = "N35";
    std::string sensor = "A1"; // of a DRV5055; or reed
    double apart_mm = 0;       // four sensors, so far from the middle in file and rank; 0: one
    std::uint32_t placements = 1'000'000;
};

/// 1 for a board that is not safe, 2 for options that make no board.
int run_board_design(const BoardDesignOptions& options, Streams io);

} // namespace adoube::tools
