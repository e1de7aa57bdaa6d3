#pragma once
// Steps of sets of pieces, attacks of single ones. Internal to this folder.

#include "daemon/chess/attacks.hpp"

namespace adoube::chess {

/// Neither king nor pawn.
inline constexpr std::array officers{PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen};

constexpr Bitboard left(Bitboard set) { return (set & ~file_a) >> 1; }
constexpr Bitboard right(Bitboard set) { return (set & ~file_h) << 1; }
constexpr Bitboard forward(Side side, Bitboard set) { return side == Side::white ? set << 8 : set >> 8; }

constexpr Bitboard straight_steps(Bitboard set) { return set << 8 | set >> 8 | left(set) | right(set); }
constexpr Bitboard diagonal_steps(Bitboard set) {
    const Bitboard sides = left(set) | right(set);
    return sides << 8 | sides >> 8;
}
constexpr Bitboard knight_steps(Bitboard set) {
    const Bitboard one = left(set) | right(set), two = left(left(set)) | right(right(set));
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}
constexpr Bitboard pawn_captures(Side side, Bitboard set) {
    const Bitboard ahead = forward(side, set);
    return left(ahead) | right(ahead);
}
/// What sliders on all of `from` attack one way: to squares that `step` leads to without leaving the board.
constexpr Bitboard slide(Bitboard from, Bitboard empty, int step, Bitboard on_board) {
    empty &= on_board;
    for (int far = step; far != 8 * step; far *= 2) {
        from |= empty & std::rotl(from, far);
        empty &= std::rotl(empty, far);
    }
    return std::rotl(from, step) & on_board;
}
inline constexpr Bitboard not_rank_1 = ~Bitboard{0xff}, not_rank_8 = ~Bitboard{0} >> 8;
constexpr Bitboard rook_slides(Bitboard from, Bitboard empty) {
    return slide(from, empty, 8, not_rank_1) | slide(from, empty, -8, not_rank_8) |
           slide(from, empty, 1, ~file_a) | slide(from, empty, -1, ~file_h);
}
constexpr Bitboard bishop_slides(Bitboard from, Bitboard empty) {
    return slide(from, empty, 9, not_rank_1 & ~file_a) | slide(from, empty, 7, not_rank_1 & ~file_h) |
           slide(from, empty, -7, not_rank_8 & ~file_a) | slide(from, empty, -9, not_rank_8 & ~file_h);
}

/// One step (a knight's jump, a pawn's capture) from any of `from`.
constexpr Bitboard steps_from(PieceType type, Side side, Bitboard from) {
    switch (type) {
    case PieceType::pawn: return pawn_captures(side, from);
    case PieceType::knight: return knight_steps(from);
    case PieceType::bishop: return diagonal_steps(from);
    case PieceType::rook: return straight_steps(from);
    case PieceType::queen:
    case PieceType::king: return straight_steps(from) | diagonal_steps(from);
    }
    return 0;
}

/// On a board on which only `firm` blocks.
constexpr Bitboard attacks_from(PieceType type, Side side, Square from, Bitboard firm) {
    switch (type) {
    case PieceType::pawn: return attacks::pawn(side, from);
    case PieceType::knight: return attacks::knight(from);
    case PieceType::bishop: return attacks::bishop(from, firm);
    case PieceType::rook: return attacks::rook(from, firm);
    case PieceType::queen: return attacks::bishop(from, firm) | attacks::rook(from, firm);
    case PieceType::king: return attacks::king(from);
    }
    return 0;
}

} // namespace adoube::chess
