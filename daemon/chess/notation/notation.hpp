#pragma once
// Moves as people write them: in algebraic notation short and long, as FIDE prints it, or in descriptive
// notation; with the letters of a language, or with figurines. Styles and languages are two tables; every
// style goes with every language, but descriptive notation only with those whose books wrote it so.
//
// SAN itself (style "san", language "en") is PGN's, and san.hpp is the shorter way to it. Style "fide" is
// appendix C of the Laws of 2009, E of 2001: 0-0, e8Q, exd6e.p. "long" says where from and where to: Ng1-f3,
// e7xd8=Q. "descriptive" is that of Portuguese, Spanish and French books, P4R, C3BR, BxC: see
// descriptive.hpp. The English P-K4 is another system and not here.

#include "daemon/chess/notation/tables.hpp"

namespace adoube::chess {

/// One entry of a scoresheet.
struct WrittenMove {
    Move move;
    /// Noted as (=): Article 8.1, C.13 in 2009.
    bool draw_offered = false;

    friend bool operator==(WrittenMove, WrittenMove) = default;
};

/// `written.move` must be legal. No two legal moves of a position are written alike.
std::string to_text(const Position& position, WrittenMove written, const Notation& notation);

/// Reads what `to_text` writes, and what people make of it: a number before the move; signs of check, capture
/// and promotion of any kind or none; any castling of 0, O and o; e.p. or nothing; !?; other dashes;
/// Cyrillic letters that look Latin; an origin where none was needed. Upper case counts: it tells the bishop
/// from the b-pawn. Takes any bytes; refuses, with one sentence that names the text, what fits no legal move
/// or more than one.
std::expected<WrittenMove, std::string> move_from_text(const Position& position, std::string_view text,
                                                       const Notation& notation);

} // namespace adoube::chess
