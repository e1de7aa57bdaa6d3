#include "daemon/chess/notation/descriptive.hpp"

namespace adoube::chess {

namespace {

using Texts = std::vector<std::string>;

/// All texts of a move, from the shortest, perhaps ambiguous, to the most complete.
class Ways {
  public:
    Ways(const Position& position, Move move, const Notation& notation)
        : position_(position), move_(move), style_(*notation.style), language_(*notation.language) {}

    Texts all() const {
        if (move_.kind == MoveKind::castling) return {std::string(castling()) + check()};
        const bool passing = move_.kind == MoveKind::en_passant;
        Texts targets;
        if (position_.is_capture(move_))
            for (const auto& victim : man(passing ? en_passant_victim(move_) : move_.to))
                targets.push_back("x" + victim);
        else
            targets = {square(move_.to, false), square(move_.to, true)};
        const std::string ending = promotion() + std::string(passing ? style_.en_passant : "") + check();
        Texts ways;
        for (const auto& mover : man(move_.from))
            for (const auto& target : targets) ways.push_back(mover + target + ending);
        return ways;
    }

  private:
    std::string name(PieceType type) const { return std::string(letter(type, language_)); }

    /// `whole`: with the side, queen's or king's.
    std::string file(Square square, bool whole) const {
        using enum PieceType;
        constexpr std::array beginners{rook, knight, bishop, queen, king, bishop, knight, rook};
        const PieceType beginner = beginners[static_cast<std::size_t>(file_of(square))];
        if (beginner == queen || beginner == king || !whole) return name(beginner);
        return name(beginner) + name(file_of(square) < 4 ? queen : king);
    }

    std::string square(Square square, bool whole) const {
        const int rank = position_.to_move() == Side::white ? rank_of(square) : 7 - rank_of(square);
        return std::to_string(rank + 1) + file(square, whole);
    }

    Texts man(Square at) const {
        const PieceType type = position_.at(at)->type;
        Texts ways{name(type)};
        if (type == PieceType::pawn)
            for (const bool whole : {false, true}) ways.push_back(name(type) + file(at, whole));
        for (const bool whole : {false, true}) ways.push_back(name(type) + "(" + square(at, whole) + ")");
        return ways;
    }

    std::string_view castling() const {
        return file_of(move_.to) > file_of(move_.from) ? style_.kingside : style_.queenside;
    }

    std::string promotion() const {
        if (move_.kind != MoveKind::promotion) return "";
        return std::string(style_.promotion) + name(move_.promoted);
    }

    std::string check() const {
        const Position after = position_.after(move_);
        if (!after.in_check()) return "";
        return after.has_legal_move() ? "+" : "#";
    }

    const Position& position_;
    Move move_;
    const Style& style_;
    const Language& language_;
};

} // namespace

std::string to_descriptive(const Position& position, Move legal_move, const Notation& notation) {
    const Texts ways = Ways(position, legal_move, notation).all();
    for (const auto& text : ways)
        if (match_descriptive(position, bare_text(text), *notation.language) == legal_move) return text;
    return ways.back();
}

} // namespace adoube::chess
