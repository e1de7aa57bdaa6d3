#pragma once
// Standard algebraic notation, PGN 1994 chapter 8.2.3.

#include "daemon/chess/notation/misfit.hpp"
#include "daemon/chess/position.hpp"

namespace adoube::chess {

/// Disambiguates among legal moves only: file, then rank, then both; `+` and `#` included.
std::string to_san(const Position& position, Move legal_move);

/// Takes common variants (0-0, e8Q, missing or superfluous x, +, =, e.p., !?). Refuses, with one sentence
/// that names the text, what fits no legal move or several.
std::expected<Move, std::string> move_from_san(const Position& position, std::string_view san);

/// The bare reason, for messages in another notation.
std::expected<Move, Misfit> match_san(const Position& position, std::string_view san);

} // namespace adoube::chess
