#pragma once
// A piece that is slid over the board in a straight line, past other pieces.

#include "tests/magnets/placements.hpp"

namespace adoube::magnets {

/// One to seven squares far, at 60 to 400 mm/s. The share of slides that were told wrongly: the first square
/// tells one lift and the last one drop; an empty one on the way or beside it a drop and a lift or nothing,
/// any other nothing.
struct SlidesTold {
    double wrongly = 0; // other than as one lift and one drop, with a pair for a square between at most
    double unseen = 0;  // the piece does not show on its first or last square
};
template<class Board>
SlidesTold slides_told(const Geometry<Board>& geometry, const FieldMap& map, int slides, std::uint64_t seed);

} // namespace adoube::magnets
