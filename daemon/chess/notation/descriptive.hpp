#pragma once
// Descriptive notation of Portuguese, Spanish and French books until about 1980. Internal: use notation.hpp.
// With the Portuguese letters (T rook, C knight, B bishop, D queen, R king, P pawn):
//
// - Ranks count from the mover's side. Files bear the name of the piece that begins on them:
//   TD CD BD D R BR CR TR. e4 is 4R to White, 5R to Black.
// - P4R, C3BR: piece and square. The file's side is omitted where that leaves one legal move: C3B.
// - BxC: piece and captured piece. If ambiguous, the captured pawn's file is added, CxPR, or the piece's
//   square, TxC(3B); then the mover's, C(1C)2D, PBxP.
// - P8D=C, O-O, O-O-O, + and #. A check, mate or e.p. sign also tells moves apart,
//   C6B+; its absence does not.
//
// CD2D, "the queen's knight", means the one on the queen's wing: a position does not tell where a piece
// began. Files keep their names in Chess960.

#include "daemon/chess/notation/bare_text.hpp"
#include "daemon/chess/notation/misfit.hpp"

namespace adoube::chess {

std::string to_descriptive(const Position& position, Move legal_move, const Notation& notation);

std::expected<Move, Misfit> match_descriptive(const Position& position, const BareText& text,
                                              const Language& language);

} // namespace adoube::chess
