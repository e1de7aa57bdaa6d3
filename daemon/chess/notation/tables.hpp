#pragma once
// The styles and languages of written moves.

#include "daemon/chess/position.hpp"

#include <span>

namespace adoube::chess {

struct Language {
    /// ISO 639-1, or "figurine".
    std::string_view code;
    /// In the order of PieceType, UTF-8. Spellings are separated by spaces: the first is written, all are
    /// read.
    std::array<std::string_view, all_piece_types.size()> pieces;
    bool has_descriptive = false;
};

struct Style {
    enum class System : std::uint8_t { short_algebraic, long_algebraic, descriptive };

    std::string_view name;
    System system;
    std::string_view kingside, queenside;
    /// Before the new piece's letter.
    std::string_view promotion;
    std::string_view en_passant;
};

std::span<const Language> languages();
std::span<const Style> styles();

/// A row of each table; both are static.
struct Notation {
    const Style* style;
    const Language* language;
};

/// Refuses unknown names, or a pair that does not go together, with one sentence that lists the known ones.
std::expected<Notation, std::string> notation_named(std::string_view style, std::string_view language);

} // namespace adoube::chess
