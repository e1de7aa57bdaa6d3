#include "daemon/chess/notation/descriptive.hpp"

namespace adoube::chess {

namespace {

constexpr Bitboard all_squares = ~Bitboard{0};
constexpr Bitboard file_mask(int file) { return Bitboard{0x0101010101010101} << file; }
constexpr Bitboard rank_mask(int rank) { return Bitboard{0xff} << 8 * rank; }
constexpr Bitboard queens_wing = file_mask(0) | file_mask(1) | file_mask(2) | file_mask(3);

struct Man {
    PieceType type;
    Bitboard squares = all_squares;
};

struct Written {
    Man mover{};
    /// This or `to` says where it goes.
    std::optional<Man> captured;
    Bitboard to = all_squares;
    std::optional<PieceType> promoted;
    /// If set, nothing else counts.
    std::optional<bool> kingside;
};

/// An absent part is empty and takes nothing.
class Parser {
  public:
    Parser(std::string_view text, Side mover, const Language& language)
        : rest_(text), mover_(mover), language_(language) {}

    std::optional<Written> parse() {
        Written written;
        if ((written.kingside = castles_kingside(rest_))) return written;
        const auto mover = man();
        if (!mover) return std::nullopt;
        written.mover = *mover;
        if (take_any("xX:")) {
            if (!(written.captured = man())) return std::nullopt;
        } else {
            take_any("-");
            const auto to = square();
            if (!to) return std::nullopt;
            written.to = *to;
        }
        written.promoted = promotion();
        if (!rest_.empty()) return std::nullopt;
        return written;
    }

  private:
    bool take_any(std::string_view signs) {
        if (rest_.empty() || signs.find(rest_.front()) == std::string_view::npos) return false;
        rest_.remove_prefix(1);
        return true;
    }

    bool read(PieceType type) {
        std::string_view rest = rest_;
        if (take_piece(rest, language_) != type) return false;
        rest_ = rest;
        return true;
    }

    std::optional<Man> man() {
        const auto type = take_piece(rest_, language_);
        if (!type) return std::nullopt;
        Man man{*type};
        if (*type == PieceType::pawn)
            man.squares &= file().value_or(all_squares);
        else if (*type != PieceType::king && *type != PieceType::queen)
            man.squares &= wing().value_or(all_squares);
        man.squares &= place().value_or(all_squares);
        return man;
    }

    std::optional<Bitboard> wing() {
        if (read(PieceType::queen)) return queens_wing;
        if (read(PieceType::king)) return ~queens_wing;
        return std::nullopt;
    }

    std::optional<Bitboard> file() {
        if (read(PieceType::king)) return file_mask(4);
        if (read(PieceType::queen)) return file_mask(3);
        constexpr std::array from_the_corner{PieceType::rook, PieceType::knight, PieceType::bishop};
        for (int n = 0; n < 3; ++n)
            if (read(from_the_corner[static_cast<std::size_t>(n)]))
                return (file_mask(n) | file_mask(7 - n)) & wing().value_or(all_squares);
        return std::nullopt;
    }

    std::optional<Bitboard> rank() {
        if (rest_.empty() || rest_.front() < '1' || rest_.front() > '8') return std::nullopt;
        const int rank = rest_.front() - '1';
        rest_.remove_prefix(1);
        return rank_mask(mover_ == Side::white ? rank : 7 - rank);
    }

    std::optional<Bitboard> square() {
        const auto on_rank = rank();
        const auto on_file = on_rank ? file() : std::nullopt;
        if (!on_file) return std::nullopt;
        return *on_rank & *on_file;
    }

    /// "(1C)" or "(1)". Not "(C)", which is a promotion.
    std::optional<Bitboard> place() {
        const std::string_view before = rest_;
        const auto on_rank = take_any("(") ? rank() : std::nullopt;
        const auto on_file = on_rank ? file() : std::nullopt;
        if (on_rank && take_any(")")) return *on_rank & on_file.value_or(all_squares);
        rest_ = before;
        return std::nullopt;
    }

    /// "=C", "/C" or "(C)".
    std::optional<PieceType> promotion() {
        const std::string_view before = rest_;
        const bool in_brackets = rest_.starts_with('(');
        const auto promoted = take_any("=/(") ? take_piece(rest_, language_) : std::nullopt;
        if (promoted && (!in_brackets || take_any(")"))) return promoted;
        rest_ = before;
        return std::nullopt;
    }

    std::string_view rest_;
    Side mover_;
    const Language& language_;
};

bool fits(const Position& position, Move move, const Written& written) {
    if (written.kingside || move.kind == MoveKind::castling)
        return written.kingside && move.kind == MoveKind::castling &&
               *written.kingside == (file_of(move.to) > file_of(move.from));
    if (position.at(move.from)->type != written.mover.type || !contains(written.mover.squares, move.from))
        return false;
    if (position.is_capture(move) != written.captured.has_value()) return false;
    if (!written.captured) return contains(written.to, move.to);
    const Square victim = move.kind == MoveKind::en_passant ? en_passant_victim(move) : move.to;
    return position.at(victim)->type == written.captured->type && contains(written.captured->squares, victim);
}

bool earns_signs(const Position& position, Move move, const BareText& text) {
    if (text.en_passant && move.kind != MoveKind::en_passant) return false;
    if (!text.check) return true;
    const Position after = position.after(move);
    return after.in_check() && (!text.mate || !after.has_legal_move());
}

} // namespace

std::expected<Move, Misfit> match_descriptive(const Position& position, const BareText& text,
                                              const Language& language) {
    const auto written = Parser(text.move, position.to_move(), language).parse();
    if (!written) return std::unexpected(Misfit{Misfit::Reason::unreadable, {}});
    std::vector<Move> fitting;
    for (const Move move : position.legal_moves())
        if (fits(position, move, *written)) fitting.push_back(move);
    auto match = only_one(std::move(fitting), written->promoted);
    if (match || match.error().reason != Misfit::Reason::ambiguous) return match;

    std::vector<Move> signed_so = match.error().fitting;
    std::erase_if(signed_so, [&](Move move) { return !earns_signs(position, move, text); });
    if (signed_so.empty()) return match;
    return only_one(std::move(signed_so), written->promoted);
}

} // namespace adoube::chess
