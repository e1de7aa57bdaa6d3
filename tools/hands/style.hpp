#pragma once
// How a pair of players handle their pieces.

#include "tools/hands/dice.hpp"

#include <optional>
#include <string_view>

namespace adoube::tools {

/// Speeds, and the probability of each habit or mishap where a move allows it.
struct Style {
    /// Where the game does not record it.
    std::int64_t think_median_ms = 4000;
    /// From a lift to the drop.
    Range carry{300, 900};
    /// As from victim to mover or king to rook.
    Range between_steps{250, 700};
    /// From the last drop to the press.
    Range press{200, 600};

    double slide = 0;         // over the squares between
    double mover_first = 0;   // capture: mover lifted before the victim
    double knock_out = 0;     // capture: mover lands while the victim still stands
    double drag_victim = 0;   // captured piece brushes another square
    double two_hands = 0;     // castling: king and rook in the air together
    double other_order = 0;   // en passant, promotion: any but the first order
    double seen_twice = 0;    // new square seen before the old one
    double bounce = 0;        // piece wobbles on landing, or is centred
    double flicker = 0;       // a sensor elsewhere flickers
    double hover = 0;         // piece is put back, then moved
    double late_press = 0;    // lever remembered seconds later
    double press_owed = 0;    // lever pressed after the reply has begun
    double no_press = 0;      // lever forgotten
    double start_press = 0;   // Black starts White's clock
    double kings = 0;         // result shown with the kings in the centre, else said
    double unpressed_end = 0; // last move left unpressed
};

/// "clean" (no noise), "human", "blitz", "clumsy".
std::optional<Style> style_named(std::string_view name);

} // namespace adoube::tools
