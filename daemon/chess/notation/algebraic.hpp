#pragma once
// Algebraic notation, short and long, via SAN. Internal: use notation.hpp.

#include "daemon/chess/notation/bare_text.hpp"
#include "daemon/chess/notation/misfit.hpp"

namespace adoube::chess {

std::string to_algebraic(const Position& position, Move legal_move, const Notation& notation);

std::expected<Move, Misfit> match_algebraic(const Position& position, const BareText& text,
                                            const Language& language);

} // namespace adoube::chess
