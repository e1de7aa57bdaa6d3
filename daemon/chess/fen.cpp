#include "daemon/chess/attacks.hpp"
#include "daemon/chess/position.hpp"
#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <vector>

namespace adoube::chess {

namespace {

std::string_view name(Side side) { return side == Side::white ? "White" : "Black"; }

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> words(std::string_view text) {
    auto parts = split(text, ' ');
    std::erase_if(parts, [](std::string_view part) { return part.empty(); });
    return parts;
}

constexpr int first_rank_of(Side side) { return side == Side::white ? 0 : 7; }

} // namespace

class FenReader {
  public:
    std::expected<Position, std::string> read(std::string_view fen) {
        const auto fields = words(fen);
        if (fields.size() < 4 || fields.size() > 6)
            refuse("The FEN " + text::quoted(fen) + " has " + std::to_string(fields.size()) +
                   " instead of 4 to 6 fields: pieces, side to move, castling rights, en passant square, and "
                   "two "
                   "counters that may be absent.");
        else if (pieces(fields[0]) && kings_and_pawns() && side(fields[1]) && castling(fields[2]) &&
                 no_king_to_take() && en_passant(fields[3]) && counters(std::span(fields).subspan(4)))
            return position_;
        return std::unexpected(std::move(fault_));
    }

  private:
    bool refuse(std::string sentence) {
        fault_ = std::move(sentence);
        return false;
    }

    bool pieces(std::string_view field) {
        const auto ranks = split(field, '/');
        if (ranks.size() != 8)
            return refuse("The FEN has " + std::to_string(ranks.size()) + " ranks instead of 8.");
        for (int at = 0; at < 8; ++at)
            if (!rank(ranks[at], 7 - at)) return false;
        return true;
    }

    bool rank(std::string_view letters, int rank) {
        const std::string here = "rank " + std::to_string(rank + 1) + " of the FEN";
        int file = 0;
        for (const char letter : letters) {
            const auto piece = piece_from_char(letter);
            if (piece) {
                if (file < 8) position_.put(*piece, make_square(file, rank));
                ++file;
            } else if (letter >= '1' && letter <= '8') {
                file += letter - '0';
            } else {
                return refuse("The letter " + text::quoted({&letter, 1}) + " on " + here + " is no piece.");
            }
        }
        if (file != 8)
            return refuse("There are " + std::to_string(file) + " squares on " + here + " instead of 8.");
        return true;
    }

    bool kings_and_pawns() {
        for (const Side side : {Side::white, Side::black}) {
            const int kings = std::popcount(position_.pieces(side, PieceType::king));
            if (kings != 1)
                return refuse(std::string(name(side)) + " has " +
                              (kings == 0 ? "no" : std::to_string(kings)) + " king" + (kings > 1 ? "s" : "") +
                              " instead of one.");
        }
        constexpr Bitboard last_ranks = 0xff000000000000ff;
        const Bitboard misplaced = position_.types_[static_cast<int>(PieceType::pawn)] & last_ranks;
        if (misplaced != 0)
            return refuse("A pawn stands on " + to_string(first(misplaced)) + ", where no pawn can be.");
        return true;
    }

    bool side(std::string_view field) {
        if (field != "w" && field != "b")
            return refuse("The side to move is " + text::quoted(field) + " instead of \"w\" or \"b\".");
        position_.to_move_ = field == "w" ? Side::white : Side::black;
        return true;
    }

    bool castling(std::string_view field) {
        if (field == "-") return true;
        for (const char letter : field)
            if (!castling_right(letter)) return false;
        return true;
    }

    bool castling_right(char letter) {
        const bool white = letter >= 'A' && letter <= 'Z';
        const Side side = white ? Side::white : Side::black;
        const char lower = static_cast<char>(white ? letter - 'A' + 'a' : letter);
        const std::string right = "The castling right " + text::quoted({&letter, 1});
        if (lower != 'k' && lower != 'q' && (lower < 'a' || lower > 'h'))
            return refuse(right + " is unknown.");

        const Square king = position_.king(side);
        const int rank = first_rank_of(side);
        if (rank_of(king) != rank)
            return refuse(right + " is given to a king that is not on its first rank.");
        const Bitboard on_rank = Bitboard{0xff} << (8 * rank);
        const Bitboard beyond_king = on_rank & ~(bit(king) | (bit(king) - 1)),
                       before_king = on_rank & (bit(king) - 1);
        const Bitboard rooks = position_.pieces(side, PieceType::rook);

        Bitboard rook = 0;
        if (lower == 'k')
            rook = std::bit_floor(rooks & beyond_king);
        else if (lower == 'q')
            rook = rooks & before_king & ~((rooks & before_king) - 1);
        else
            rook = rooks & bit(make_square(lower - 'a', rank));
        if (rook == 0) return refuse(right + " has no rook that could castle.");
        position_.castling_ |= rook;
        for (const Bitboard wing : {beyond_king, before_king})
            if (std::popcount(position_.castling_ & wing) > 1)
                return refuse(right + " is the second on the same side of the king.");
        return true;
    }

    bool no_king_to_take() {
        const Side us = position_.to_move_, them = other(us);
        if (!position_.is_attacked(position_.king(them), us)) return true;
        return refuse(std::string(name(them)) + " is in check, but " + std::string(name(us)) +
                      " is to move.");
    }

    bool en_passant(std::string_view field) {
        if (field == "-") return true;
        const auto square = square_from(field);
        const std::string named = "The en passant square " + text::quoted(field);
        if (!square) return refuse(named + " is no square.");
        const bool white = position_.to_move_ == Side::white;
        if (rank_of(*square) != (white ? 5 : 2))
            return refuse(named + " is not on rank " + (white ? "6" : "3") + ", where " +
                          std::string(name(position_.to_move_)) + " could capture.");
        const int file = file_of(*square), up = white ? 1 : -1;
        const Square passed_to = make_square(file, rank_of(*square) - up),
                     from = make_square(file, rank_of(*square) + up);
        const Piece pawn{other(position_.to_move_), PieceType::pawn};
        if (position_.at(passed_to) != pawn || position_.at(*square) || position_.at(from))
            return refuse(named + " does not lie behind a pawn that has just moved two squares.");
        if (position_.en_passant_captors(*square) != 0) position_.en_passant_ = square;
        return true;
    }

    bool counters(std::span<const std::string_view> fields) {
        if (fields.empty()) return true;
        const auto halfmoves = counter(fields[0]);
        if (!halfmoves)
            return refuse("The halfmove clock " + text::quoted(fields[0]) + " is no number from 0 to 9999.");
        position_.halfmove_clock_ = *halfmoves;
        if (fields.size() < 2) return true;
        const auto number = counter(fields[1]);
        if (!number)
            return refuse("The move number " + text::quoted(fields[1]) + " is no number from 1 to 9999.");
        // Some programs count from 0.
        position_.fullmove_number_ = std::max(1, *number);
        return true;
    }

    static std::optional<int> counter(std::string_view text) {
        int value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size() || value < 0 || value > 9999)
            return std::nullopt;
        return value;
    }

    Position position_;
    std::string fault_;
};

std::expected<Position, std::string> Position::from_fen(std::string_view fen) {
    return FenReader().read(fen);
}

namespace {

std::string castling_letters(const Position& position, Side side) {
    std::string letters;
    const Square king = position.king(side);
    Bitboard castling = position.castling_rooks(side);
    while (castling != 0) {
        const Square rook = pop(castling);
        const bool kingside = file_of(rook) > file_of(king);
        const Bitboard rank = Bitboard{0xff} << (8 * first_rank_of(side));
        const Bitboard outside = kingside ? ~(bit(rook) | (bit(rook) - 1)) : bit(rook) - 1;
        const bool outermost = (position.pieces(side, PieceType::rook) & rank & outside) == 0;
        const char letter = static_cast<char>(outermost ? (kingside ? 'k' : 'q') : 'a' + file_of(rook));
        letters.insert(letters.begin(), static_cast<char>(side == Side::white ? letter - 'a' + 'A' : letter));
    }
    return letters;
}

} // namespace

std::string Position::fen() const {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int gap = 0;
        const auto close_gap = [&] {
            if (gap != 0) text += std::to_string(gap);
            gap = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const auto piece = at(make_square(file, rank));
            if (!piece) {
                ++gap;
                continue;
            }
            close_gap();
            text += to_char(*piece);
        }
        close_gap();
        if (rank != 0) text += '/';
    }
    text += to_move_ == Side::white ? " w " : " b ";
    const std::string castling = castling_letters(*this, Side::white) + castling_letters(*this, Side::black);
    text += castling.empty() ? "-" : castling;
    text += ' ' + (en_passant_ ? to_string(*en_passant_) : "-");
    return text + ' ' + std::to_string(halfmove_clock_) + ' ' + std::to_string(fullmove_number_);
}

} // namespace adoube::chess
