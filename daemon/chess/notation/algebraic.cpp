#include "daemon/chess/notation/algebraic.hpp"

#include "daemon/chess/notation/san.hpp"

namespace adoube::chess {

namespace {

constexpr std::string_view san_letters = "PNBRQK"; // in the order of PieceType

char san_letter(PieceType type) { return san_letters[static_cast<std::size_t>(type)]; }

std::string cut_check(std::string& san) {
    if (!san.ends_with('+') && !san.ends_with('#')) return "";
    const std::string sign(1, san.back());
    san.pop_back();
    return sign;
}

bool is_square_or_sign(char letter) { return std::string_view("abcdefgh12345678xX:-=()/").contains(letter); }

/// A lower-case promotion letter, as in "e8d", where no file can follow.
std::optional<PieceType> lower_case_piece(std::string_view rest, const Language& language) {
    const std::string_view last = rest.ends_with(')') ? rest.substr(0, rest.size() - 1) : rest;
    if (last.size() != 1 || last[0] < 'a' || last[0] > 'z') return std::nullopt;
    const std::string upper(1, static_cast<char>(last[0] - 'a' + 'A'));
    std::string_view piece = upper;
    return take_piece(piece, language);
}

bool may_promote_after(std::string_view san) {
    return !san.empty() && std::string_view("12345678=(/").contains(san.back());
}

/// Empty where a letter is neither `language`'s nor a square's.
std::string in_san(std::string_view text, const Language& language) {
    if (castles_kingside(text)) return std::string(text);
    std::string san;
    while (!text.empty()) {
        if (const auto piece = take_piece(text, language)) {
            san += san_letter(*piece);
            continue;
        }
        const auto promoted = may_promote_after(san) ? lower_case_piece(text, language) : std::nullopt;
        if (!promoted && !is_square_or_sign(text.front())) return "";
        san += promoted ? san_letter(*promoted) : text.front();
        text.remove_prefix(1);
    }
    return san;
}

} // namespace

std::string to_algebraic(const Position& position, Move legal_move, const Notation& notation) {
    const auto& [style, language] = notation;
    std::string san = to_san(position, legal_move);
    const std::string check = cut_check(san);
    if (legal_move.kind == MoveKind::castling)
        return std::string(*castles_kingside(san) ? style->kingside : style->queenside) + check;

    std::string text;
    const PieceType type = position.at(legal_move.from)->type;
    if (type != PieceType::pawn) {
        text += letter(type, *language);
        san.erase(0, 1);
    }
    if (style->system == Style::System::long_algebraic)
        san = to_string(legal_move.from) + (position.is_capture(legal_move) ? 'x' : '-') +
              to_string(legal_move.to);
    text += san.substr(0, san.find('='));
    if (legal_move.kind == MoveKind::promotion) {
        text += style->promotion;
        text += letter(legal_move.promoted, *language);
    }
    if (legal_move.kind == MoveKind::en_passant) text += style->en_passant;
    return text + check;
}

std::expected<Move, Misfit> match_algebraic(const Position& position, const BareText& text,
                                            const Language& language) {
    return match_san(position, in_san(text.move, language));
}

} // namespace adoube::chess
