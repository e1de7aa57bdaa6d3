#pragma once
// `adoube board design`: whether a board of that geometry would play, and the numbers that its maker needs.

#include "tools/adoube/common/streams.hpp"
#include "tools/adoube/design/placements.hpp"

#include <cstdint>
#include <expected>
#include <string>

namespace adoube::tools {

struct BoardDesignOptions {
    double square_mm = 55, base_mm = 28, gap_mm = 20;
    std::string magnet = "12x3"; // diameter x height in mm; a ring: 20/10x3
    std::string grade = "N35";
    std::string sensor = "A1"; // of a DRV5055; or reed
    double apart_mm = 0;       // four sensors, so far from the middle in file and rank; 0: one
    std::uint32_t placements = 1'000'000;
    bool json = false;
    bool gap_is_told = false, four_is_told = false; // not taken from above
};

/// The same board gets the same numbers.
inline constexpr std::uint64_t design_seed = 1;

/// The error says why the options make no board.
std::expected<design::Board, std::string> board_of(const BoardDesignOptions& options);

/// 1 for a board that is not safe, 2 for options that make no board.
int run_board_design(const BoardDesignOptions& options, Streams io);

} // namespace adoube::tools
