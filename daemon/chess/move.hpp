#pragma once
// One move, as Article 3 defines it. Four bytes, a value.

#include "daemon/chess/types.hpp"

namespace adoube::chess {

enum class MoveKind : std::uint8_t { normal, promotion, en_passant, castling };

struct Move {
    Square from{};
    /// For castling the square of the rook (Chess960 needs it); king_to() tells where the king goes.
    Square to{};
    MoveKind kind = MoveKind::normal;
    /// Of a promotion only.
    PieceType promoted = PieceType::pawn;

    friend constexpr bool operator==(Move, Move) = default;
};

/// Where the moving piece stands after the move: the king's square when castling.
constexpr Square destination(Move move) {
    if (move.kind != MoveKind::castling) return move.to;
    return make_square(file_of(move.to) > file_of(move.from) ? 6 : 2, rank_of(move.from));
}
/// Of castling only: where the rook stands afterwards.
constexpr Square rook_destination(Move move) {
    return make_square(file_of(move.to) > file_of(move.from) ? 5 : 3, rank_of(move.from));
}
/// Of en passant only: the square of the pawn that is taken.
constexpr Square en_passant_victim(Move move) { return make_square(file_of(move.to), rank_of(move.from)); }
/// All squares on which the move may change something.
constexpr Bitboard squares_of(Move move) {
    Bitboard squares = bit(move.from) | bit(move.to);
    if (move.kind == MoveKind::castling) squares |= bit(destination(move)) | bit(rook_destination(move));
    if (move.kind == MoveKind::en_passant) squares |= bit(en_passant_victim(move));
    return squares;
}

/// UCI form: "e2e4", "e7e8q"; castling as "e1g1", in Chess960 as king takes rook, "e1h1".
std::string to_uci(Move move, bool chess960 = false);

} // namespace adoube::chess
