#include "daemon/chess/unwinnable/mating_material.hpp"

namespace adoube::chess {

namespace {

bool on_one_colour(Bitboard squares) {
    return (squares & dark_squares) == 0 || (squares & ~dark_squares) == 0;
}

} // namespace

bool can_have_mating_material(const Position& position, Side side) {
    const auto ours = [&](PieceType type) { return position.pieces(side, type); };
    const auto theirs = [&](PieceType type) { return position.pieces(other(side), type); };
    if ((ours(PieceType::pawn) | ours(PieceType::rook) | ours(PieceType::queen)) != 0) return true;
    const Bitboard knights = ours(PieceType::knight), bishops = ours(PieceType::bishop);
    const Bitboard blockers = theirs(PieceType::pawn) | theirs(PieceType::knight);
    if (knights == 0)
        // The king's neighbours off the bishops' colour must be blocked: a rook or queen can interpose, a
        // bishop of their colour cannot stand there.
        return bishops != 0 && (blockers != 0 || !on_one_colour(bishops | theirs(PieceType::bishop)));
    if (bishops != 0 || (knights & (knights - 1)) != 0) return true;
    // A knight covers no square beside the king it checks; a queen that blocks one can capture.
    return (blockers | theirs(PieceType::bishop) | theirs(PieceType::rook)) != 0;
}

} // namespace adoube::chess
