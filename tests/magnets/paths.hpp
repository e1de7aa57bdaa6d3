#pragma once
// What hands did, as a sensor log tells it, turned into pieces that move through the air: each is lifted,
// carried high, low or slid, and put down somewhere on its square.

#include "tests/magnets/made_square.hpp"

#include "daemon/chess/position.hpp"
#include "daemon/record/input.hpp"

#include <span>
#include <vector>

namespace adoube::magnets {

struct Place {
    Point at; // from the middle of a1
    double up_mm = 0;
    friend bool operator==(const Place& a, const Place& b) {
        return a.at.file_mm == b.at.file_mm && a.at.rank_mm == b.at.rank_mm && a.up_mm == b.up_mm;
    }
};
struct Waypoint {
    double t_ms;
    Place place;
};

/// Where one piece is over time, in straight lines; at rest before the first and after the last.
struct Path {
    double pole; // 1 or -1, weaker or stronger
    std::vector<Waypoint> way;
};

/// `done` is what hands did, with the side of each piece. Of a side's pieces in hands, the one that was
/// lifted last comes down.
std::vector<Path> paths_of(const chess::Position& start, std::span<const record::Input> done,
                           const Squares& squares, Dice& dice);

} // namespace adoube::magnets
