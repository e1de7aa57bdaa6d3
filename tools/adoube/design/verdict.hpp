#pragma once
// What a board's geometry is worth: how often a piece is missed, and what else a maker must know.

#include "tools/adoube/design/placements.hpp"

#include <cstdint>

namespace adoube::tools::design {

/// Shares of placements.
struct Chances {
    double missed_anywhere = 0, missed_by_hand = 0;
    double felt = 0;         // an empty square shows its neighbours
    double stuck = 0;        // a square that a piece left still shows it
    double wrong_colour = 0; // a piece shows as the other side's
};
/// The most that is safe. Reeds are known to a factor of two only: of theirs, evenly anywhere is not asked.
Chances safe_for(const Sensing& sensing);

/// Of a pawn.
inline constexpr double usual_weight_g = 30;

struct Verdict {
    double level = 0;     // of a piece in the middle: steps
    double threshold = 0; // the one with the least chances: steps
    double release = 0;
    double closes_at_mm = 0; // of a reed, instead: how far a piece is from the middle when it just closes,
    double least_gap_mm = 0; // from where on it is too insensitive,
    double replaced = 0;     // as this share of them is
    Chances chances{1, 1, 1, 1, 1}; // until it is judged
    double felt_from_mm = 0;        // a piece that is carried lower over a square is felt there
    double least_weight_g = 0;      // of pieces that touch and must not push each other away
    double apart_mm = 0;            // between the bases of lighter ones, which then stay
};

/// What long work calls, if it is not empty.
using Steps = std::function<void(std::size_t done, std::size_t all)>;

/// From `placements` of each hand, the same for the same seed. Precondition: not impossible.
Verdict judge(const Board& board, std::uint32_t placements, std::uint64_t seed, const Steps& told = {});

} // namespace adoube::tools::design
