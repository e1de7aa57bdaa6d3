// Letters of PGN 1994, section 17; Russian and figurines, which it lacks, as books print them.
#include "daemon/chess/notation/tables.hpp"

#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <functional>

namespace adoube::chess {

namespace {

constexpr std::array all_languages{
    // pawn, knight, bishop, rook, queen, king
    Language{"cs", {"P", "J", "S", "V", "D", "K"}},
    Language{"da", {"B", "S", "L", "T", "D", "K"}},
    Language{"de", {"B", "S", "L", "T", "D", "K"}},
    Language{"en", {"P", "N Kt", "B", "R", "Q", "K"}},
    Language{"es", {"P", "C", "A", "T", "D", "R"}, true},
    Language{"et", {"P", "R", "O", "V", "L", "K"}},
    Language{"fi", {"P", "R", "L", "T", "D", "K"}},
    Language{"fr", {"P", "C", "F", "T", "D", "R"}, true},
    Language{"hu", {"G", "H", "F", "B", "V", "K"}},
    Language{"is", {"P", "R", "B", "H", "D", "K"}},
    Language{"it", {"P", "C", "A", "T", "D", "R"}},
    Language{"nl", {"O", "P", "L", "T", "D", "K"}},
    Language{"no", {"B", "S", "L", "T", "D", "K"}},
    Language{"pl", {"P", "S", "G", "W", "H", "K"}},
    Language{"pt", {"P", "C", "B", "T", "D", "R"}, true},
    Language{"ro", {"P", "C", "N", "T", "D", "R"}},
    // Latin look-alikes are read too.
    Language{"ru", {"П", "К K", "С C", "Л", "Ф", "Кр Kp Кp Kр"}},
    Language{"sv", {"B", "S", "L", "T", "D", "K"}},
    // White's for both sides, as printed; both are read.
    Language{"figurine", {"♙ ♟", "♘ ♞", "♗ ♝", "♖ ♜", "♕ ♛", "♔ ♚"}},
};

using enum Style::System;

constexpr std::array all_styles{
    Style{"san", short_algebraic, "O-O", "O-O-O", "=", ""},
    Style{"fide", short_algebraic, "0-0", "0-0-0", "", "e.p."},
    Style{"long", long_algebraic, "O-O", "O-O-O", "=", ""},
    Style{"descriptive", descriptive, "O-O", "O-O-O", "=", "e.p."},
};

template<class Row>
std::string names(std::span<const Row> rows, std::string_view Row::*name, auto is_meant) {
    std::string list;
    for (const Row& row : rows)
        if (is_meant(row)) list += (list.empty() ? "" : ", ") + std::string(row.*name);
    return list;
}

constexpr auto every = [](const auto&) { return true; };

std::unexpected<std::string> unknown(std::string what, std::string_view name, std::string known) {
    return std::unexpected("The " + what + " " + text::quoted(name) + " is not known; there are " + known +
                           ".");
}

} // namespace

std::span<const Language> languages() { return all_languages; }
std::span<const Style> styles() { return all_styles; }

std::expected<Notation, std::string> notation_named(std::string_view style, std::string_view language) {
    const auto styled = std::ranges::find(all_styles, style, &Style::name);
    if (styled == all_styles.end())
        return unknown("style of notation", style, names(styles(), &Style::name, every));
    const auto spoken = std::ranges::find(all_languages, language, &Language::code);
    if (spoken == all_languages.end())
        return unknown("language", language, names(languages(), &Language::code, every));
    if (styled->system == descriptive && !spoken->has_descriptive)
        return unknown("descriptive notation of", language,
                       names(languages(), &Language::code, std::mem_fn(&Language::has_descriptive)));
    return Notation{&*styled, &*spoken};
}

} // namespace adoube::chess
