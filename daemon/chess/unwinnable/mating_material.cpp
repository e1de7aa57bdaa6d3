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
        // On a square of the bishops' colour the king's neighbours of the other colour must be blocked: a
        // rook or queen that blocks can step between, a bishop of the same colour is not there.
        return bishops != 0 && (blockers != 0 || !on_one_colour(bishops | theirs(PieceType::bishop)));
    if (bishops != 0 || (knights & (knights - 1)) != 0) return true;
    // One knight covers no square beside the king it attacks, and a queen that blocks one takes something.
    return (blockers | theirs(PieceType::bishop) | theirs(PieceType::rook)) != 0;
}

} // namespace adoube::chess
