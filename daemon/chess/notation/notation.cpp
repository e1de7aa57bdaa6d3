#include "daemon/chess/notation/notation.hpp"

#include "daemon/chess/notation/algebraic.hpp"
#include "daemon/chess/notation/descriptive.hpp"

namespace adoube::chess {

namespace {

bool is_descriptive(const Notation& notation) { return notation.style->system == Style::System::descriptive; }

} // namespace

std::string to_text(const Position& position, WrittenMove written, const Notation& notation) {
    std::string text = is_descriptive(notation) ? to_descriptive(position, written.move, notation)
                                                : to_algebraic(position, written.move, notation);
    return written.draw_offered ? text + "(=)" : text;
}

std::expected<WrittenMove, std::string> move_from_text(const Position& position, std::string_view text,
                                                       const Notation& notation) {
    const BareText bare = bare_text(text);
    const auto match = is_descriptive(notation) ? match_descriptive(position, bare, *notation.language)
                                                : match_algebraic(position, bare, *notation.language);
    if (match) return WrittenMove{*match, bare.draw_offered};
    const auto write = [&](Move move) { return to_text(position, {move}, notation); };
    return std::unexpected(refusal(text, match.error(), write));
}

} // namespace adoube::chess
