#pragma once
// Moves as people write them, in the styles and languages of tables.hpp; descriptive notation only in
// languages whose books used it.
//
// Style "san" in language "en" is PGN's SAN, for which san.hpp is shorter. "fide" is appendix C of the Laws
// of 2009, E of 2001: 0-0, e8Q, exd6e.p. "long" is Ng1-f3, e7xd8=Q. "descriptive" (P4R, C3BR, BxC): see
// descriptive.hpp; the English P-K4 is another system, not supported.

#include "daemon/chess/notation/tables.hpp"

namespace adoube::chess {

struct WrittenMove {
    Move move;
    /// Noted as (=): Article 8.1, C.13 in 2009.
    bool draw_offered = false;

    friend bool operator==(WrittenMove, WrittenMove) = default;
};

/// `written.move` must be legal. No two legal moves of a position are written alike.
std::string to_text(const Position& position, WrittenMove written, const Notation& notation);

/// Reads what `to_text` writes, and human variants: a move number; signs of check, capture, promotion and
/// e.p. of any kind or none; castling with 0, O or o; !?; other dashes; Cyrillic look-alikes; a superfluous
/// origin. Case tells the bishop from the b-pawn. Takes any bytes; refuses, with one sentence that names the
/// text, what fits no legal move or several.
std::expected<WrittenMove, std::string> move_from_text(const Position& position, std::string_view text,
                                                       const Notation& notation);

} // namespace adoube::chess
