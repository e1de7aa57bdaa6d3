#pragma once
// Pieces as what stands on a square of a board that tells them all.

#include "daemon/chess/position.hpp"
#include "protocol/messages.hpp"

namespace adoube::tools {

/// Empty where there is no piece.
wire::Content content_of(const std::optional<chess::Piece>& piece);
std::optional<chess::Piece> piece_of(wire::Content content);
wire::Squares contents_of(const chess::Position& position);

} // namespace adoube::tools
