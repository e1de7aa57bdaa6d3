#pragma once
// The styles and languages in which moves are written: two tables.

#include "daemon/chess/position.hpp"

#include <span>

namespace adoube::chess {

struct Language {
    /// ISO 639-1, or "figurine".
    std::string_view code;
    /// In the order of PieceType, UTF-8. Of the spellings between spaces the first is written, all are read.
    std::array<std::string_view, all_piece_types.size()> pieces;
    bool has_descriptive = false;
};

struct Style {
    enum class System : std::uint8_t { short_algebraic, long_algebraic, descriptive };

    std::string_view name;
    System system;
    std::string_view kingside, queenside;
    /// Before the letter of the new piece.
    std::string_view promotion;
    std::string_view en_passant;
};

std::span<const Language> languages();
std::span<const Style> styles();

/// A row of each table; both live as long as the program.
struct Notation {
    const Style* style;
    const Language* language;
};

/// Refuses, with one sentence that lists what there is, a name that is not in the tables or does not go with
/// the other.
std::expected<Notation, std::string> notation_named(std::string_view style, std::string_view language);

} // namespace adoube::chess
