#pragma once
// A position as a drawing in a page.

#include "daemon/chess/position.hpp"

#include <span>
#include <string>

namespace adoube::tools {

/// The drawings that `diagram` refers to; once in a page.
std::string piece_drawings();

using Squares = std::array<std::optional<chess::Piece>, 64>;
Squares squares_of(const chess::Position& position);

/// White at the bottom; these squares are marked, so that print in black and white shows it too.
std::string diagram(const Squares& squares, std::span<const chess::Square> marked = {});

} // namespace adoube::tools
