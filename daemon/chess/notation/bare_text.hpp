#pragma once
// What written moves of all notations share. Internal: use notation.hpp.

#include "daemon/chess/notation/tables.hpp"

namespace adoube::chess {

struct BareText {
    /// UTF-8 if the text was; look-alike Latin letters, dashes and crosses made plain.
    std::string move;
    bool check = false; // also for mate
    bool mate = false;
    bool en_passant = false;
    bool draw_offered = false;
};
BareText bare_text(std::string_view text);

/// Empty where `move` is no castling.
std::optional<bool> castles_kingside(std::string_view move);

std::string_view letter(PieceType type, const Language& language);

/// In any spelling, off the front of `rest`; the longest match wins.
std::optional<PieceType> take_piece(std::string_view& rest, const Language& language);

} // namespace adoube::chess
