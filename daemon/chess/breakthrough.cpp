#include "daemon/chess/breakthrough.hpp"

#include "daemon/chess/steps.hpp"

#include <algorithm>

namespace adoube::chess {

namespace {

class Moves {
  public:
    Moves(const Routes& routes, const Position& position) : routes_(routes), position_(position) {}

    int until_it_gives_way(Side side, Square pawn) const {
        if (position_.at(pawn) != Piece{side, PieceType::pawn}) return 0;
        int best = std::max(1, to_capture(other(side), pawn));
        for (Bitboard baits = attacks::pawn(side, pawn); baits != 0;)
            best = std::min(best, 1 + by_pieces(other(side), pop(baits)));
        return best;
    }

    int until_it_promotes(Side side, Square start) const {
        const Square last = make_square(file_of(start), side == Side::white ? 7 : 0);
        const Bitboard pawns =
            position_.pieces(side, PieceType::pawn) & (attacks::between(start, last) | bit(start));
        if (pawns == 0) return 0;
        const Square pawn =
            side == Side::white ? static_cast<Square>(63 - std::countl_zero(pawns)) : first(pawns);
        const Bitboard way = attacks::between(pawn, last) | bit(last);
        int far = std::popcount(way);
        for (Bitboard obstacles = way & position_.occupied(); obstacles != 0;)
            far += to_clear(side, pop(obstacles));
        return far;
    }

  private:
    /// For a pawn of `side`.
    int to_clear(Side side, Square square) const {
        constexpr int own_pawn = 10;
        const Piece obstacle = *position_.at(square);
        if (obstacle.type != PieceType::pawn) return 1;
        return obstacle.side == side ? own_pawn : 1 + to_capture(side, square);
    }

    int to_capture(Side side, Square square) const {
        const int guards = guards_of(other(side), square);
        return std::min(by_pieces(side, square), routes_.of_king(position_, side, square) + guards);
    }

    int by_pieces(Side side, Square square) const {
        int best = Routes::none;
        for (const PieceType type : officers)
            for (Bitboard from = position_.pieces(side, type); from != 0;)
                best = std::min(best, routes_.of_piece(type, pop(from), square));
        return best;
    }

    /// What must step aside before a king takes there.
    int guards_of(Side side, Square square) const {
        int guards = 0;
        for (const PieceType type : officers)
            for (Bitboard from = position_.pieces(side, type); from != 0;)
                guards += routes_.of_piece(type, pop(from), square) == 1 ? 1 : 0;
        return guards;
    }

    const Routes& routes_;
    const Position& position_;
};

} // namespace

int distance_to(const Breakthrough& breakthrough, const Routes& routes, const Position& position) {
    const Moves moves(routes, position);
    return breakthrough.kind == Breakthrough::Kind::promotes
               ? moves.until_it_promotes(breakthrough.side, breakthrough.pawn)
               : moves.until_it_gives_way(breakthrough.side, breakthrough.pawn);
}

std::vector<Breakthrough> nearest_breakthroughs(const Position& position, const Routes& routes,
                                                std::size_t most) {
    std::vector<Breakthrough> all;
    for (const Side side : {Side::white, Side::black})
        for (Bitboard pawns = position.pieces(side, PieceType::pawn) & ~routes.reach().firm; pawns != 0;) {
            const Square pawn = pop(pawns);
            for (const auto kind : {Breakthrough::Kind::gives_way, Breakthrough::Kind::promotes})
                all.push_back({side, pawn, kind});
        }
    const auto distance = [&](const Breakthrough& one) { return distance_to(one, routes, position); };
    std::erase_if(all, [&](const Breakthrough& one) { return distance(one) >= Routes::none; });
    std::ranges::stable_sort(all, {}, distance);
    if (all.size() > most) all.resize(most);
    return all;
}

} // namespace adoube::chess
