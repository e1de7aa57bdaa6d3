#pragma once
// One move (Article 3), in four bytes.

#include "daemon/chess/types.hpp"

namespace adoube::chess {

enum class MoveKind : std::uint8_t { normal, promotion, en_passant, castling };

struct Move {
    Square from{};
    /// When castling, the rook's square (Chess960 needs it); destination() is the king's.
    Square to{};
    MoveKind kind = MoveKind::normal;
    PieceType promoted = PieceType::pawn; // of a promotion only

    friend constexpr bool operator==(Move, Move) = default;
};

/// When castling, the king's.
constexpr Square destination(Move move) {
    if (move.kind != MoveKind::castling) return move.to;
    return make_square(file_of(move.to) > file_of(move.from) ? 6 : 2, rank_of(move.from));
}
/// Castling only.
constexpr Square rook_destination(Move move) {
    return make_square(file_of(move.to) > file_of(move.from) ? 5 : 3, rank_of(move.from));
}
/// En passant only.
constexpr Square en_passant_victim(Move move) { return make_square(file_of(move.to), rank_of(move.from)); }
/// All squares that the move may change.
constexpr Bitboard squares_of(Move move) {
    Bitboard squares = bit(move.from) | bit(move.to);
    if (move.kind == MoveKind::castling) squares |= bit(destination(move)) | bit(rook_destination(move));
    if (move.kind == MoveKind::en_passant) squares |= bit(en_passant_victim(move));
    return squares;
}

/// UCI form: "e2e4", "e7e8q"; castling as "e1g1", in Chess960 as king takes rook, "e1h1".
std::string to_uci(Move move, bool chess960 = false);

} // namespace adoube::chess
