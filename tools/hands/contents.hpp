#pragma once
// Converts pieces to and from identity contents.

#include "daemon/chess/position.hpp"
#include "protocol/messages.hpp"

namespace adoube::tools {

wire::Content content_of(const std::optional<chess::Piece>& piece);
std::optional<chess::Piece> piece_of(wire::Content content);
wire::Squares contents_of(const chess::Position& position);

} // namespace adoube::tools
