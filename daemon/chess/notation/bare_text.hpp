#pragma once
// What written moves have in common, whatever the notation. Internal to this room.

#include "daemon/chess/notation/tables.hpp"

namespace adoube::chess {

/// A written move parted from what is around it.
struct BareText {
    /// UTF-8 where the text was; look-alikes of Latin letters, dashes and crosses made plain.
    std::string move;
    bool check = false; // also where it says mate
    bool mate = false;
    bool en_passant = false;
    bool draw_offered = false;
};
BareText bare_text(std::string_view text);

/// Whether `move` is kingside castling; empty where it is none at all.
std::optional<bool> castles_kingside(std::string_view move);

/// As `language` writes it.
std::string_view letter(PieceType type, const Language& language);

/// Takes a piece in any spelling off the front of `rest`; the longest counts.
std::optional<PieceType> take_piece(std::string_view& rest, const Language& language);

} // namespace adoube::chess
