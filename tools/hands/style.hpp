#pragma once
// How a pair of players handle their pieces.

#include "tools/hands/dice.hpp"

#include <optional>
#include <string_view>

namespace adoube::tools {

/// How fast, and how likely each habit and each mishap is at a move that allows it: 0 never, 1 always.
struct Style {
    /// Thinking, where the game itself does not tell how long.
    std::int64_t think_median_ms = 4000;
    /// From a lift to the drop.
    Range carry{300, 900};
    /// From one step of a move to the next: from the victim to the mover, from the king to the rook.
    Range between_steps{250, 700};
    /// From the last drop to the press.
    Range press{200, 600};

    double slide = 0;         // the piece is pushed over the squares between
    double mover_first = 0;   // of a capture: the mover is lifted first, then the victim
    double knock_out = 0;     // of a capture: the mover lands while the victim still stands there
    double drag_victim = 0;   // the captured piece brushes another square on its way off
    double two_hands = 0;     // of castling: king and rook in the air together
    double other_order = 0;   // of en passant and promotion: not the first order of steps, but any other
    double seen_twice = 0;    // the scan meets the new square before the old one
    double bounce = 0;        // the piece wobbles on landing, or is centred
    double flicker = 0;       // a sensor elsewhere flickers
    double hover = 0;         // the piece is lifted and put back, then moved
    double late_press = 0;    // the lever is remembered seconds later
    double press_owed = 0;    // the lever is pressed after the reply has begun
    double no_press = 0;      // the lever is forgotten
    double start_press = 0;   // Black starts White's clock
    double kings = 0;         // the result is shown with the kings in the centre; otherwise it is said
    double unpressed_end = 0; // the last move is left unpressed
};

/// "clean" (no noise at all), "human", "blitz", "clumsy".
std::optional<Style> style_named(std::string_view name);

} // namespace adoube::tools
