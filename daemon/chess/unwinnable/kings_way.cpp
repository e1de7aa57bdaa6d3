#include "daemon/chess/unwinnable/kings_way.hpp"

#include "daemon/chess/unwinnable/steps.hpp"

#include <algorithm>
#include <utility>

namespace adoube::chess {

namespace {

/// Where the king cannot go until a pawn moves that is now blocked.
Bitboard shut_to_king(const Position& position, Side side) {
    Bitboard obstacles = 0;
    for (const PieceType type : {PieceType::pawn, PieceType::king})
        for (const Side any : {Side::white, Side::black}) obstacles |= position.pieces(any, type);
    const auto locked = [&](Side any) {
        return position.pieces(any, PieceType::pawn) & forward(other(any), obstacles);
    };
    const auto held = [&](Side any) {
        Bitboard squares = pawn_captures(any, locked(any));
        // Bishops shut in by them stay as well.
        for (Bitboard bishops = position.pieces(any, PieceType::bishop); bishops != 0;)
            if (const Square at = pop(bishops); (diagonal_steps(bit(at)) & ~locked(any)) == 0)
                squares |= attacks::bishop(at, obstacles & ~position.pieces(side, PieceType::king));
        return squares;
    };
    Bitboard shut = locked(side) | held(other(side));
    // A king without a step guards its neighbours for good.
    const Bitboard beside = attacks::king(position.king(other(side)));
    if ((beside & ~(locked(other(side)) | held(side))) == 0) shut |= beside;
    return shut;
}

/// The diagonals that the bishop can leave at once.
Bitboard off_its_lines(Square bishop, Bitboard moves) {
    Bitboard off = 0;
    for (Bitboard beside = diagonal_steps(bit(bishop)); beside != 0;) {
        const Bitboard line = attacks::line(bishop, pop(beside));
        if ((moves & ~line) != 0) off |= line;
    }
    return off;
}

} // namespace

KingsWay::KingsWay(const Routes& routes, const Position& position, Side side)
    : king_(position.pieces(side, PieceType::king)) {
    // barred[n]: squares barred by more than n pieces.
    std::array<Bitboard, most_price - 1> barred{};
    const auto bar = [&barred](Bitboard squares) {
        for (Bitboard& more : barred) squares &= std::exchange(more, more | squares);
    };
    const Side their = other(side);
    // On one line, the nearer piece steps aside no better than the one behind.
    Bitboard occupied = position.occupied() & ~king_;
    for (const PieceType type : officers) occupied &= ~position.pieces(their, type);
    bar(position.pieces(side) & ~king_);
    bar(pawn_captures(their, position.pieces(their, PieceType::pawn)));
    bar(attacks::king(position.king(their)));
    for (const PieceType type : officers)
        for (Bitboard pieces = position.pieces(their, type); pieces != 0;) {
            const Square from = pop(pieces);
            const Bitboard guarded = attacks_from(type, their, from, occupied);
            bar(guarded);
            if (type == PieceType::bishop)
                bar(guarded & ~off_its_lines(from, attacks::bishop(from, position.occupied()) &
                                                       ~position.pieces(their)));
        }

    Bitboard open = routes.king_squares(side);
    steps_[price_if_shut - 1] = open & shut_to_king(position, side);
    open &= ~steps_[price_if_shut - 1];
    for (int price = most_price; price > 1; --price) {
        steps_[price - 1] = open & barred[price - 2];
        open &= ~barred[price - 2];
    }
    steps_[0] = open;
    reach(king_);
}

int KingsWay::to(Square square) {
    while (!contains(seen_, square) && looked_ < Routes::none) look_further();
    int cost = 0;
    if (!contains(seen_, square)) return Routes::none;
    while (!contains(reached_[cost], square)) ++cost;
    return cost;
}

void KingsWay::look_further() {
    Bitboard reached = 0;
    for (int price = 1; price <= std::min(looked_, price_if_shut); ++price)
        reached |= beside_[looked_ - price] & steps_[price - 1];
    reach(reached & ~seen_);
}

void KingsWay::reach(Bitboard reached) {
    seen_ |= reached;
    reached_[looked_] = reached;
    beside_[looked_++] = steps_from(PieceType::king, Side::white, reached);
}

int KingsWay::off() {
    int best = Routes::none;
    for (Bitboard beside = attacks::king(first(king_)); beside != 0;) best = std::min(best, to(pop(beside)));
    return best;
}

} // namespace adoube::chess
