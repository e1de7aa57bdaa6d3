#pragma once
// Pieces as the protocol names what stands on a square.

#include "daemon/chess/types.hpp"
#include "protocol/squares.hpp"

#include <array>
#include <optional>

namespace adoube::drivers {

wire::Content content_of(const std::optional<chess::Piece>& piece);
/// Indexed by square (a1 = 0).
wire::Squares squares_of(const std::array<std::optional<chess::Piece>, 64>& pieces);

} // namespace adoube::drivers
