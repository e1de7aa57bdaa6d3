#pragma once
// Descriptive notation as books in Portuguese, Spanish and French had it until about 1980. Internal to
// this room: notation.hpp is the way in. With the Portuguese letters (T rook, C knight, B bishop, D queen,
// R king, P pawn):
//
// - Ranks count from the mover's side. Files bear the name of the piece that begins on them: TD CD BD D R BR
// CR
//   TR. So e4 is 4R to White and 5R to Black.
// - P4R, C3BR: piece and square. The file's side is left out where that leaves one legal move: C3B.
// - BxC: piece and captured piece. Where that is not enough, more is said of the captured one, a pawn by its
//   file, CxPR, anything else by its square, TxC(3B); then of the one that moves, C(1C)2D, PBxP.
// - P8D=C, O-O, O-O-O, + and #. A sign of check, mate or e.p. tells moves apart too: C6B+ where only one of
//   two knights checks from there. That a sign is absent tells nothing.
//
// CD2D, "the queen's knight", is read as the one on the queen's wing: a position does not tell where a piece
// began. Files keep their names in Chess960.

#include "daemon/chess/notation/bare_text.hpp"
#include "daemon/chess/notation/misfit.hpp"

namespace adoube::chess {

std::string to_descriptive(const Position& position, Move legal_move, const Notation& notation);

std::expected<Move, Misfit> match_descriptive(const Position& position, const BareText& text,
                                              const Language& language);

} // namespace adoube::chess
