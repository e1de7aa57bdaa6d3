#include "daemon/chess/position.hpp"

#include "daemon/chess/attacks.hpp"

#include <algorithm>

namespace adoube::chess {

Position Position::start() {
    static const Position position = *from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    return position;
}

bool Position::is_chess960() const {
    for (const Side side : {Side::white, Side::black}) {
        const Bitboard rooks = castling_rooks(side);
        const int rank = side == Side::white ? 0 : 7;
        const Bitboard normal = bit(make_square(0, rank)) | bit(make_square(7, rank));
        if (rooks != 0 && (king(side) != make_square(4, rank) || (rooks & ~normal) != 0)) return true;
    }
    return false;
}

bool Position::is_legal(Move move) const {
    const MoveList moves = legal_moves(bit(move.from));
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

bool Position::is_capture(Move move) const {
    return move.kind == MoveKind::en_passant || contains(pieces(other(to_move_)), move.to);
}

void Position::play(Move move) {
    const Side us = to_move_;
    const PieceType type = type_at(move.from);
    const bool resets = type == PieceType::pawn || is_capture(move);

    if (move.kind == MoveKind::castling) {
        remove(bit(move.from) | bit(move.to));
        put({us, PieceType::king}, destination(move));
        put({us, PieceType::rook}, rook_destination(move));
    } else {
        remove(bit(move.from) | bit(move.kind == MoveKind::en_passant ? en_passant_victim(move) : move.to));
        put({us, move.kind == MoveKind::promotion ? move.promoted : type}, move.to);
    }

    castling_ &= ~(bit(move.from) | bit(move.to));
    if (type == PieceType::king) castling_ &= ~pieces(us);
    halfmove_clock_ = resets ? 0 : halfmove_clock_ + 1;
    if (us == Side::black) ++fullmove_number_;
    to_move_ = other(us);
    en_passant_.reset();
    if (type == PieceType::pawn && (index(move.from) ^ index(move.to)) == 16) {
        const auto passed = static_cast<Square>((index(move.from) + index(move.to)) / 2);
        if (en_passant_captors(passed) != 0) en_passant_ = passed;
    }
}

Position Position::after(Move move) const {
    Position next = *this;
    next.play(move);
    return next;
}

std::optional<Position> Position::after_illegal(Move move) const {
    constexpr Bitboard first_and_last_rank = 0xff000000000000ff;
    if (at(move.to) && type_at(move.to) == PieceType::king) return std::nullopt;
    Position next = after(move);
    next.en_passant_.reset();
    const bool kings_touch = contains(attacks::king(next.king(to_move_)), next.king(next.to_move_));
    if (kings_touch || (next.types_[static_cast<int>(PieceType::pawn)] & first_and_last_rank))
        return std::nullopt;
    return next;
}

Position Position::with_to_move(Side side) const {
    Position turned = *this;
    turned.to_move_ = side;
    turned.en_passant_.reset();
    return turned;
}

Position Position::with_king(Side side, Bitboard at) const {
    Position moved = *this;
    moved.remove(pieces(side, PieceType::king));
    moved.sides_[static_cast<int>(side)] |= at;
    moved.types_[static_cast<int>(PieceType::king)] |= at;
    return moved;
}

std::uint64_t Position::repetition_key() const {
    std::uint64_t key = to_move_ == Side::white ? 0 : 1;
    // The finaliser of splitmix64: every bit of the input moves half of the key.
    const auto mix = [&key](std::uint64_t word) {
        key = (key ^ word) + 0x9e3779b97f4a7c15;
        key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9;
        key = (key ^ key >> 27) * 0x94d049bb133111eb;
        key ^= key >> 31;
    };
    for (const Bitboard side : sides_) mix(side);
    for (const Bitboard type : types_) mix(type);
    mix(castling_);
    mix(en_passant_ ? bit(*en_passant_) : 0);
    return key;
}

bool Position::repeats(const Position& other) const {
    Bitboard apart = castling_ ^ other.castling_;
    for (std::size_t at = 0; at < sides_.size(); ++at) apart |= sides_[at] ^ other.sides_[at];
    for (std::size_t at = 0; at < types_.size(); ++at) apart |= types_[at] ^ other.types_[at];
    return apart == 0 && en_passant_ == other.en_passant_ && to_move_ == other.to_move_;
}

std::optional<Move> Position::move_from_uci(std::string_view uci) const {
    const MoveList moves = legal_moves();
    // In Chess960 a king's step can look like the short form of castling: the exact form goes first.
    for (const bool exact : {true, false})
        for (const Move move : moves)
            if (to_uci(move, exact) == uci) return move;
    return std::nullopt;
}

void Position::put(Piece piece, Square square) {
    sides_[static_cast<int>(piece.side)] |= bit(square);
    types_[static_cast<int>(piece.type)] |= bit(square);
}

void Position::remove(Bitboard squares) {
    for (Bitboard& side : sides_) side &= ~squares;
    for (Bitboard& type : types_) type &= ~squares;
}

Bitboard Position::attackers(Square square, Side by, Bitboard occupied) const {
    const Bitboard queens = pieces(by, PieceType::queen);
    const attacks::Lines& lines = attacks::detail::lines[index(square)];
    const Bitboard diagonal =
        (pieces(by, PieceType::bishop) | queens) & (lines.diagonal | lines.antidiagonal);
    const Bitboard straight = (pieces(by, PieceType::rook) | queens) & (lines.rank | lines.file);
    Bitboard attackers = (attacks::pawn(other(by), square) & pieces(by, PieceType::pawn)) |
                         (attacks::knight(square) & pieces(by, PieceType::knight)) |
                         (attacks::king(square) & pieces(by, PieceType::king));
    if (diagonal != 0) attackers |= attacks::bishop(square, occupied) & diagonal;
    if (straight != 0) attackers |= attacks::rook(square, occupied) & straight;
    return attackers;
}

Bitboard Position::en_passant_captors(Square square) const {
    const Side them = other(to_move_);
    const Bitboard victim = bit(make_square(file_of(square), to_move_ == Side::white ? 4 : 3));
    Bitboard captors = 0;
    Bitboard pawns = attacks::pawn(them, square) & pieces(to_move_, PieceType::pawn);
    while (pawns != 0) {
        const Bitboard pawn = bit(pop(pawns));
        const Bitboard after = (occupied() & ~pawn & ~victim) | bit(square);
        if ((attackers(king(to_move_), them, after) & ~victim) == 0) captors |= pawn;
    }
    return captors;
}

} // namespace adoube::chess
