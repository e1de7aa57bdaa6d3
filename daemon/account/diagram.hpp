#pragma once
// A position as an SVG drawing.

#include "daemon/chess/position.hpp"

#include <span>
#include <string>

namespace adoube::account {

/// The pieces that `diagram` refers to; once in a page.
std::string piece_drawings();

using Squares = std::array<std::optional<chess::Piece>, 64>;
Squares squares_of(const chess::Position& position);

/// White at the bottom, read out as a list of pieces. Marks also show in black-and-white print.
std::string diagram(const Squares& squares, std::span<const chess::Square> marked = {});

} // namespace adoube::account
