#include "daemon/chess/unwinnable/breakthrough.hpp"

#include "daemon/chess/unwinnable/kings_way.hpp"
#include "daemon/chess/unwinnable/steps.hpp"

#include <algorithm>

namespace adoube::chess {

namespace {

int last_rank(Side side) { return side == Side::white ? 7 : 0; }

Bitboard pawns_from(const Position& position, Side side, Square start) {
    const Square last = make_square(file_of(start), last_rank(side));
    return position.pieces(side, PieceType::pawn) & (attacks::between(start, last) | bit(start));
}

Breakthrough leaving(const Position& position, Side side, Square pawn) {
    return {side,
            pawn,
            Breakthrough::Kind::leaves,
            std::popcount(pawns_from(position, side, pawn)),
            std::popcount(position.pieces(side, PieceType::pawn)),
            std::popcount(position.pieces(side, PieceType::queen) | position.pieces(side, PieceType::rook))};
}

class Moves {
  public:
    Moves(const Routes& routes, const Position& position)
        : routes_(routes), position_(position), kings_(routes, position) {}

    int until(const Breakthrough& goal) {
        return goal.kind == Breakthrough::Kind::leaves ? until_it_leaves(goal)
                                                       : until_it_gives_way(goal.side, goal.pawn);
    }

  private:
    int until_it_gives_way(Side side, Square square) {
        if (!contains(position_.pieces(side), square)) return 0;
        int best = std::max(1, to_capture(other(side), square));
        if (contains(position_.pieces(side, PieceType::pawn), square))
            for (Bitboard baits = attacks::pawn(side, square); baits != 0;)
                best = std::min(best, 1 + by_pieces(other(side), pop(baits)));
        return best;
    }

    int until_it_leaves(const Breakthrough& goal) {
        const Breakthrough now = leaving(position_, goal.side, goal.pawn);
        if (now.on_way < goal.on_way)
            return now.pawns == goal.pawns || now.majors > goal.majors ? 0 : Routes::none;
        int best = Routes::none;
        for (Bitboard pawns = pawns_from(position_, goal.side, goal.pawn); pawns != 0;)
            best = std::min(best, until_it_leaves(goal.side, pop(pawns)));
        return best;
    }

    /// By promoting, or by capturing beside its way.
    int until_it_leaves(Side side, Square pawn) {
        int best = Routes::none, far = 0;
        for (;; ++far) {
            for (Bitboard baits = attacks::pawn(side, pawn); baits != 0;)
                best = std::min(best, far + 1 + by_pieces(other(side), pop(baits)));
            const Square ahead = first(forward(side, bit(pawn)));
            if (contains(position_.occupied(), ahead)) far += to_clear(side, ahead);
            if (rank_of(ahead) == last_rank(side)) return std::min(best, far + 1);
            pawn = ahead;
        }
    }

    /// For a pawn of `side` to pass.
    int to_clear(Side side, Square square) {
        constexpr int own_pawn = 10;
        const Piece obstacle = *position_.at(square);
        if (obstacle.type == PieceType::king) return kings_.of(obstacle.side).off();
        if (obstacle.type != PieceType::pawn) return 1;
        return obstacle.side == side ? own_pawn : 1 + to_capture(side, square);
    }

    int to_capture(Side side, Square square) {
        return std::min(by_pieces(side, square), kings_.of(side).to(square));
    }

    int by_pieces(Side side, Square square) const {
        int best = Routes::none;
        for (const PieceType type : officers)
            for (Bitboard from = position_.pieces(side, type); from != 0;)
                best = std::min(best, routes_.of_piece(type, pop(from), square));
        return best;
    }

    const Routes& routes_;
    const Position& position_;
    KingsWays kings_;
};

} // namespace

int distance_to(const Breakthrough& breakthrough, const Routes& routes, const Position& position) {
    return Moves(routes, position).until(breakthrough);
}

std::vector<Breakthrough> nearest_breakthroughs(const Position& position, const Routes& routes,
                                                std::size_t most) {
    std::vector<Breakthrough> all;
    for (const Side side : {Side::white, Side::black}) {
        const Bitboard own = position.pieces(side, PieceType::pawn);
        for (Bitboard pawns = own & ~routes.reach().firm; pawns != 0;) {
            const Square pawn = pop(pawns);
            all.push_back({side, pawn, Breakthrough::Kind::gives_way, 0, 0, 0});
            all.push_back(leaving(position, side, pawn));
        }
        for (Bitboard bishops = position.pieces(side, PieceType::bishop) & ~routes.reach().firm;
             bishops != 0;)
            if (const Square bishop = pop(bishops); (diagonal_steps(bit(bishop)) & ~own) == 0)
                all.push_back({side, bishop, Breakthrough::Kind::gives_way, 0, 0, 0});
    }
    Moves moves(routes, position);
    const auto distance = [&](const Breakthrough& one) { return moves.until(one); };
    std::erase_if(all, [&](const Breakthrough& one) { return distance(one) >= Routes::none; });
    std::ranges::stable_sort(all, {}, distance);
    if (all.size() > most) all.resize(most);
    return all;
}

} // namespace adoube::chess
