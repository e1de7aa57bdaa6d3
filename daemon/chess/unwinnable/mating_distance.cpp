// With these weights, found by experiment, the search looked at the fewest positions.

#include "daemon/chess/unwinnable/mating_distance.hpp"

#include "daemon/chess/attacks.hpp"

#include <algorithm>

namespace adoube::chess {

namespace {

constexpr auto distances = [] {
    std::array<std::array<std::uint8_t, 64>, 64> table{};
    for (int a = 0; a < 64; ++a)
        for (int b = 0; b < 64; ++b) {
            const int files = (a & 7) - (b & 7), ranks = (a >> 3) - (b >> 3);
            table[a][b] =
                static_cast<std::uint8_t>(std::max(std::max(files, -files), std::max(ranks, -ranks)));
        }
    return table;
}();

/// In king moves.
int distance(Square a, Square b) { return distances[index(a)][index(b)]; }

bool same_colour(Square a, Square b) { return contains(dark_squares, a) == contains(dark_squares, b); }

int to_promotion(Side side, Square square) {
    return side == Side::white ? 7 - rank_of(square) : rank_of(square);
}

/// Per flight square of the mated king, for not being in check, per step to a corner, to the winner's king
/// and to its nearest piece; per piece of either side.
struct Weights {
    int flight, unchecked, corner, apart, nearest, their_piece, our_piece;
};

constexpr Weights of_army{4, 5, 0, 18, 0, 4, 6};
constexpr int beside_in_army = 2, army_base = 42;
constexpr Weights of_majors{3, 0, 2, 4, 0, 18, 0};
constexpr int pawn_way_of_majors = 0;
constexpr Weights of_minors{4, 3, 3, 5, 5, 18, 0};
constexpr int blocker_of_minors = 3, second_blocker_of_minors = 0, minors_base = 10;
constexpr Weights of_promotion{2, 0, 0, 4, 0, 18, 0};
constexpr int pawn_way = 6, promotion_base = 18, blocked_pawn = 0, half_capture_way = 1;
constexpr int race_base = 330, race_step = 6;
constexpr int corner_way = 5, half_flight_in_corner = 12, half_unchecked_in_corner = 3, corner_base = 8;

class Guess {
  public:
    Guess(const Position& position, Side winner, Aim aim, Bitboard attacked)
        : position_(position), winner_(winner), aim_(aim), loser_(other(winner)),
          king_(position.king(loser_)), our_king_(position.king(winner)),
          officers_(position.pieces(winner) & ~position.pieces(winner, PieceType::pawn) & ~bit(our_king_)),
          flights_(std::popcount(attacks::king(king_) & ~attacked & ~position.pieces(loser_))),
          unchecked_(contains(attacked, king_) ? 0 : 1) {}

    int total() const {
        if (officers_ == 0 && is_shut_in()) return race_base + race_step * way_out();
        const bool majors = (ours(PieceType::queen) | ours(PieceType::rook)) != 0;
        if (majors && std::popcount(officers_) > 2 && !has_pawn_wall(position_))
            return army_base + weighed(of_army) +
                   beside_in_army * std::popcount(attacks::king(king_) & position_.pieces(loser_));
        const int way = way_of_best_pawn();
        if (majors) return weighed(of_majors) + pawn_way_of_majors * way;
        const int promotion = promotion_base + weighed(of_promotion) + pawn_way * way;
        return officers_ == 0 ? promotion : std::min(net(), promotion);
    }

  private:
    Bitboard ours(PieceType type) const { return position_.pieces(winner_, type); }

    int weighed(const Weights& weights) const {
        const int file = file_of(king_), rank = rank_of(king_);
        const int corner = std::min(file, 7 - file) + std::min(rank, 7 - rank);
        return weights.flight * flights_ + weights.unchecked * unchecked_ + weights.corner * corner +
               weights.apart * distance(king_, our_king_) + weights.nearest * to_nearest(officers_) +
               weights.their_piece * std::popcount(position_.pieces(loser_)) -
               weights.our_piece * std::popcount(position_.pieces(winner_));
    }

    int to_nearest(Bitboard pieces) const {
        int nearest = 8;
        while (pieces != 0) nearest = std::min(nearest, distance(king_, pop(pieces)));
        return nearest;
    }

    /// A mate by minor pieces needs pieces of the loser beside its king.
    int net() const {
        const int corner = of_minors.their_piece * std::popcount(position_.pieces(loser_)) -
                           of_minors.our_piece * std::popcount(position_.pieces(winner_)) +
                           corner_way * way_to_corner_mate() +
                           (half_flight_in_corner * flights_ + half_unchecked_in_corner * unchecked_) / 2 +
                           corner_base;
        if (std::popcount(officers_) == 1 || (aim_ == Aim::corner && bishops_of_one_colour())) return corner;
        int first = 8, second = 8;
        for (Bitboard pieces = position_.pieces(loser_) & ~bit(king_); pieces != 0;) {
            const int far = distance(king_, pop(pieces));
            second = std::min(second, std::max(far, first));
            first = std::min(first, far);
        }
        return minors_base + weighed(of_minors) + blocker_of_minors * first +
               second_blocker_of_minors * second;
    }

    bool bishops_of_one_colour() const { return has_bishops_of_one_colour(position_, winner_); }

    /// A mate by one minor piece: the king in a corner, its own piece beside it on the edge, the winner's
    /// king a knight's jump from the corner.
    int way_to_corner_mate() const {
        const Square minor = first(officers_);
        const bool knight = contains(ours(PieceType::knight), minor);
        // A lone bishop mates between two blockers; a lone knight needs its king.
        const bool king_needed = knight && officers_ == bit(minor);
        int best = 60;
        // The nearest corner mostly spares the others.
        const int near_file = file_of(king_) < 4 ? 0 : 7, near_rank = rank_of(king_) < 4 ? 0 : 7;
        for (const int file : {near_file, 7 - near_file})
            for (const int rank : {near_rank, 7 - near_rank}) {
                const int to_corner = distance(king_, make_square(file, rank));
                if (to_corner >= best || (!knight && !same_colour(make_square(file, rank), minor))) continue;
                const int in = file == 0 ? 1 : -1, up = rank == 0 ? 1 : -1;
                const int check = knight ? distance(minor, make_square(file + in, rank + 2 * up)) : 1;
                const int to_file = std::min(distance(our_king_, make_square(file + 2 * in, rank + up)),
                                             distance(our_king_, make_square(file + 2 * in, rank)));
                const int to_rank = std::min(distance(our_king_, make_square(file + in, rank + 2 * up)),
                                             distance(our_king_, make_square(file, rank + 2 * up)));
                if (to_corner + check + (king_needed ? std::min(to_file, to_rank) : 0) >= best) continue;
                const Block block_file = way_to_block(make_square(file, rank + up), knight);
                const Block block_rank = way_to_block(make_square(file + in, rank), knight);
                const int on_file = block_file.best + to_file, on_rank = block_rank.best + to_rank;
                const int by_blocks = king_needed ? on_file : both(block_file, block_rank);
                best = std::min(best, to_corner + std::min({on_file, on_rank, by_blocks}) + check);
            }
        return best;
    }

    /// The loser's best pieces for blocking a square without spoiling the mate.
    struct Block {
        int best = 12, second = 12;
        Square piece{};

        void offer(Square from, int way) {
            second = std::min(second, std::max(best, way));
            if (way >= best) return;
            best = way;
            piece = from;
        }
    };

    /// By two different pieces.
    static int both(const Block& a, const Block& b) {
        return a.piece == b.piece ? std::min(a.best + b.second, a.second + b.best) : a.best + b.best;
    }

    Block way_to_block(Square square, bool knight_mates) const {
        const auto theirs = [this](PieceType type) { return position_.pieces(loser_, type); };
        Block block;
        for (Bitboard knights = theirs(PieceType::knight); knights != 0;) {
            const Square from = pop(knights);
            block.offer(from, distance(from, square));
        }
        for (Bitboard bishops = theirs(PieceType::bishop); bishops != 0;)
            if (const Square from = pop(bishops); same_colour(from, square))
                block.offer(from, std::min(2, distance(from, square)));
        for (Bitboard rooks = knight_mates ? theirs(PieceType::rook) : 0; rooks != 0;) {
            const Square from = pop(rooks);
            block.offer(from, std::min(2, distance(from, square)));
        }
        for (Bitboard pawns = theirs(PieceType::pawn); pawns != 0;) {
            const Square from = pop(pawns);
            const int left = to_promotion(loser_, square), steps = to_promotion(loser_, from);
            const bool walks = file_of(from) == file_of(square) && left <= steps && left != 0;
            block.offer(from, walks ? distance(from, square) : steps + 2);
        }
        return block;
    }

    int way_of_best_pawn() const {
        int best = 30;
        for (Bitboard pawns = ours(PieceType::pawn); pawns != 0;) {
            const Square pawn = pop(pawns);
            const Bitboard ahead = squares_ahead(winner_, pawn);
            const Bitboard blocked = ahead & position_.pieces(loser_, PieceType::pawn);
            int way = to_promotion(winner_, pawn) + std::popcount(ahead & position_.occupied()) +
                      blocked_pawn * std::popcount(blocked);
            if (blocked != 0) way += half_capture_way * way_to_capture(first(blocked)) / 2;
            best = std::min(best, way);
        }
        return best;
    }

    /// The winner's king has no step: with only pawns besides, its moves run out.
    bool is_shut_in() const {
        const Bitboard around = attacks::king(our_king_) & ~position_.pieces(winner_);
        return around == 0 || (around & ~attacked_squares(position_, loser_)) == 0;
    }

    /// Until a pawn of such a winner captures a piece (mostly one yet to be promoted) or promotes.
    int way_out() const {
        const Bitboard pawns = ours(PieceType::pawn);
        const Bitboard baits = winner_ == Side::white ? (pawns & ~file_a) << 7 | (pawns & ~file_h) << 9
                                                      : (pawns & ~file_h) >> 7 | (pawns & ~file_a) >> 9;
        int best = 30;
        const Bitboard theirs = position_.pieces(loser_),
                       their_pawns = position_.pieces(loser_, PieceType::pawn);
        for (Bitboard from = theirs & ~bit(king_); from != 0;) {
            const Square piece = pop(from);
            if (contains(their_pawns, piece) && !contains(baits, piece)) {
                const Bitboard ahead = squares_ahead(loser_, piece);
                int way = 3 + to_promotion(loser_, piece) + std::popcount(ahead & theirs);
                for (Bitboard blocked = ahead & pawns; blocked != 0;) way += distance(king_, pop(blocked));
                best = std::min(best, way);
            } else {
                for (Bitboard to = baits; to != 0;) best = std::min(best, distance(piece, pop(to)));
            }
        }
        for (Bitboard from = pawns; from != 0;) {
            const Square pawn = pop(from);
            if ((squares_ahead(winner_, pawn) & position_.occupied()) == 0)
                best = std::min(best, to_promotion(winner_, pawn));
        }
        return best;
    }

    static Bitboard squares_ahead(Side side, Square pawn) {
        const Bitboard file = file_a << file_of(pawn);
        return side == Side::white ? file & ~(bit(pawn) * 2 - 1) : file & (bit(pawn) - 1);
    }

    int way_to_capture(Square target) const {
        const Bitboard colour = contains(dark_squares, target) ? dark_squares : ~dark_squares;
        int best = distance(our_king_, target);
        if (((ours(PieceType::bishop) & colour) | ours(PieceType::rook) | ours(PieceType::queen)) != 0)
            best = std::min(best, 3);
        for (Bitboard knights = ours(PieceType::knight); knights != 0;)
            best = std::min(best, distance(pop(knights), target));
        return best;
    }

    const Position& position_;
    Side winner_;
    Aim aim_;
    Side loser_;
    Square king_, our_king_;
    /// The winner's pieces except king and pawns.
    Bitboard officers_;
    int flights_, unchecked_;
};

} // namespace

Bitboard attacked_squares(const Position& position, Side side) {
    const Bitboard occupied = position.occupied() & ~position.pieces(other(side), PieceType::king);
    const Bitboard queens = position.pieces(side, PieceType::queen);
    const Bitboard pawns = position.pieces(side, PieceType::pawn);
    Bitboard attacked = attacks::king(position.king(side));
    attacked |= side == Side::white ? (pawns & ~file_a) << 7 | (pawns & ~file_h) << 9
                                    : (pawns & ~file_h) >> 7 | (pawns & ~file_a) >> 9;
    for (Bitboard from = position.pieces(side, PieceType::knight); from != 0;)
        attacked |= attacks::knight(pop(from));
    for (Bitboard from = position.pieces(side, PieceType::bishop) | queens; from != 0;)
        attacked |= attacks::bishop(pop(from), occupied);
    for (Bitboard from = position.pieces(side, PieceType::rook) | queens; from != 0;)
        attacked |= attacks::rook(pop(from), occupied);
    return attacked;
}

bool has_pawn_wall(const Position& position) {
    const Bitboard white = position.pieces(Side::white, PieceType::pawn);
    return std::popcount(white << 8 & position.pieces(Side::black, PieceType::pawn)) >= 3;
}

bool has_bishops_of_one_colour(const Position& position, Side side) {
    const Bitboard bishops = position.pieces(side, PieceType::bishop);
    const Bitboard pawns_and_king =
        position.pieces(side, PieceType::pawn) | position.pieces(side, PieceType::king);
    return (bishops | pawns_and_king) == position.pieces(side) && (bishops & (bishops - 1)) != 0 &&
           ((bishops & dark_squares) == 0 || (bishops & ~dark_squares) == 0);
}

int mating_distance(const Position& position, Side winner, Aim aim, Bitboard attacked) {
    return Guess(position, winner, aim, attacked).total();
}

} // namespace adoube::chess
