#include "daemon/chess/unwinnable/mate_plan.hpp"

#include "daemon/chess/unwinnable/steps.hpp"

#include <algorithm>

namespace adoube::chess {

namespace {

constexpr int one_move = 10;
/// Per square that the mated king could flee to; for a piece that could capture the mating one; per step
/// between the kings while a rook leaves squares to flee to.
constexpr int per_flight = 25, guarded = 30, per_step = 6;
constexpr Bitboard anywhere = ~Bitboard{0};

int steps_between(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

/// Of few squares: cheaper than std::popcount.
int count(Bitboard few) {
    int count = 0;
    for (; few != 0; few &= few - 1) ++count;
    return count;
}

class Planner {
  public:
    Planner(const Position& position, Side winner, int most)
        : position_(position), winner_(winner), loser_(other(winner)), king_(position.king(loser_)),
          our_king_(position.king(winner)), beside_(attacks::king(king_)), free_(~position.pieces(winner)),
          empty_(~position.occupied()), empty_behind_king_(empty_ | bit(king_)) {
        nearest_.far = most + 1;
        see_ours();
        const Bitboard queens = theirs(PieceType::queen);
        guarded_ = pawn_captures(loser_, theirs(PieceType::pawn)) | knight_steps(theirs(PieceType::knight)) |
                   by_each(PieceType::bishop, theirs(PieceType::bishop) | queens, empty_) |
                   by_each(PieceType::rook, theirs(PieceType::rook) | queens, empty_);
    }

    MatePlan nearest() {
        const int promotion = queens_ != 0 ? 0 : moves_of_best_pawn();
        if (queens_ != 0 || promotion < no_pawn) beside_king(promotion);
        if (rooks_ != 0)
            for (const Bitboard line :
                 {attacks::detail::lines[index(king_)].rank, attacks::detail::lines[index(king_)].file})
                on_line(line);
        return nearest_;
    }

  private:
    static constexpr int no_pawn = 30;

    Bitboard ours(PieceType type) const { return position_.pieces(winner_, type); }
    Bitboard theirs(PieceType type) const { return position_.pieces(loser_, type); }
    static Bitboard& to(MatePlan& plan, PieceType type) { return plan.to[static_cast<std::size_t>(type)]; }

    void see_ours() {
        const Bitboard pawns = ours(PieceType::pawn), captures = pawn_captures(winner_, pawns);
        const Bitboard third = Bitboard{0xff} << (winner_ == Side::white ? 16 : 40);
        const Bitboard pushed = forward(winner_, pawns) & empty_;
        pawns_ = pushed | (forward(winner_, pushed & third) & empty_) | (captures & position_.pieces(loser_));
        knights_ = knight_steps(ours(PieceType::knight));
        bishops_ = by_each(PieceType::bishop, ours(PieceType::bishop), empty_behind_king_);
        for (Bitboard from = ours(PieceType::rook); from != 0;) {
            const Bitboard attacked = attacks::rook(pop(from), ~empty_behind_king_);
            rooks_twice_ |= rooks_ & attacked;
            rooks_ |= attacked;
        }
        for (Bitboard from = ours(PieceType::queen); from != 0;) {
            const Bitboard attacked = queen_attacks(pop(from));
            queens_twice_ |= queens_ & attacked;
            queens_ |= attacked;
        }
        by_others_ = attacks::king(our_king_) | captures | knights_ | bishops_;
    }

    /// Of few pieces: cheaper than all at once.
    Bitboard by_each(PieceType type, Bitboard pieces, Bitboard empty) const {
        Bitboard attacked = 0;
        while (pieces != 0) attacked |= attacks_from(type, winner_, pop(pieces), ~empty);
        return attacked;
    }

    Bitboard queen_attacks(Square from) const {
        return attacks_from(PieceType::queen, winner_, from, ~empty_behind_king_);
    }

    void offer(const MatePlan& plan) {
        if (plan.far < nearest_.far) nearest_ = plan;
    }

    int per_flights(Bitboard open) const {
        return per_flight * count(open & ~(position_.pieces(loser_) & ~bit(king_)));
    }

    void beside_king(int promotion) {
        const Bitboard supported = by_others_ | rooks_ | queens_twice_;
        for (Bitboard squares = beside_ & (free_ | ours(PieceType::queen)); squares != 0;) {
            const Square square = pop(squares);
            MatePlan plan;
            // A queen beside the king attacks all squares round it but those a knight's jump away.
            plan.far = per_flights(beside_ & attacks::knight(square) & ~supported) +
                       (contains(guarded_, square) ? guarded : 0);
            if (plan.far + one_move >= nearest_.far) continue;
            if (promotion == 0) {
                bring_queen(plan, square);
            } else {
                plan.far += one_move * (promotion + 2);
                promote(plan);
            }
            if (plan.far >= nearest_.far) continue;
            if (!contains(supported, square)) bring_support(plan, square);
            offer(plan);
        }
    }

    void promote(MatePlan& plan) const {
        plan.leave = pawns_way_;
        to(plan, PieceType::pawn) = anywhere;
        if ((pawns_way_ & ~free_) == 0) return;
        plan.to.fill(anywhere);
        plan.from = best_pawn_ | pawns_way_;
    }

    void bring_queen(MatePlan& plan, Square square) const {
        Bitboard& next = to(plan, PieceType::queen);
        plan.far += one_move;
        if (contains(queens_, square)) {
            next = bit(square);
            return;
        }
        const Bitboard before = queen_attacks(square) & free_;
        plan.far += one_move;
        next = before & queens_;
        if (next != 0) return;
        plan.far += one_move;
        if (plan.far >= nearest_.far) return;
        next = (rook_slides(before, empty_behind_king_) | bishop_slides(before, empty_behind_king_)) &
               queens_ & free_;
        if (next != 0) return;
        plan.far += one_move;
        plan.to.fill(anywhere);
        plan.from = ours(PieceType::queen) | (queens_ & ~free_); // whatever opens a way
    }

    void bring_support(MatePlan& plan, Square square) const {
        const Bitboard knights = attacks::knight(square) & free_,
                       bishops = bishops_ == 0 ? 0 : attacks::bishop(square, ~empty_behind_king_) & free_,
                       rooks = rooks_ == 0 ? 0 : attacks::rook(square, ~empty_behind_king_) & free_;
        const int king = std::max(1, steps_between(our_king_, square) - 1);
        plan.far += one_move;
        const bool at_once = send(plan, knights, bishops, rooks);
        const Bitboard pawns = attacks::pawn(loser_, square) & pawns_;
        to(plan, PieceType::pawn) |= pawns;
        if (king == 1) to(plan, PieceType::king) |= attacks::king(square);
        if (at_once || pawns != 0 || king == 1) return;
        plan.far += one_move;
        if (plan.far >= nearest_.far) return;
        const bool later =
            send(plan, knight_steps(knights), bishops_ == 0 ? 0 : bishop_slides(bishops, empty_behind_king_),
                 rooks_ == 0 ? 0 : rook_slides(rooks, empty_behind_king_));
        if (king == 2) to(plan, PieceType::king) = anywhere;
        if (later || king == 2) return;
        if ((knights_ | bishops_ | rooks_) != 0) {
            plan.far += one_move;
            plan.to.fill(anywhere);
        } else {
            plan.far += one_move * (king - 2);
            to(plan, PieceType::king) = anywhere;
        }
    }

    /// To any of these squares, by type; false if none gets there.
    bool send(MatePlan& plan, Bitboard knights, Bitboard bishops, Bitboard rooks) const {
        knights &= knights_ & free_;
        bishops &= bishops_ & free_;
        rooks &= rooks_ & free_;
        to(plan, PieceType::knight) |= knights;
        to(plan, PieceType::bishop) |= bishops;
        to(plan, PieceType::rook) |= rooks;
        return (knights | bishops | rooks) != 0;
    }

    void on_line(Bitboard line) {
        const Bitboard by_others = by_others_ | rooks_twice_ | queens_;
        const Bitboard from = line & free_ & attacks::rook(king_, ~empty_);
        if (from == 0) return;
        MatePlan plan;
        const Bitboard open = beside_ & ~line & ~by_others;
        plan.far = per_flights(open);
        if (plan.far != 0) plan.far += per_step * steps_between(king_, our_king_);
        const Bitboard safe = from & ~guarded_ & (~beside_ | by_others);
        if (safe == 0 || (from & beside_ & guarded_) != 0) plan.far += guarded;
        if (plan.far + one_move >= nearest_.far) return;
        bring_rook(plan, safe != 0 ? safe : from);
        offer(plan);
    }

    void bring_rook(MatePlan& plan, Bitboard squares) const {
        Bitboard& next = to(plan, PieceType::rook);
        for (int moves = 0; moves < 3; ++moves) {
            plan.far += one_move;
            next = squares & rooks_ & free_;
            if (next != 0) return;
            squares = rook_slides(squares, empty_behind_king_) & free_;
        }
        plan.far += one_move;
        plan.to.fill(anywhere);
    }

    int moves_of_best_pawn() {
        int best = no_pawn;
        for (Bitboard pawns = ours(PieceType::pawn); pawns != 0;) {
            const Square pawn = pop(pawns);
            const int left = winner_ == Side::white ? 7 - rank_of(pawn) : rank_of(pawn);
            if (left >= best) continue;
            const Square last = make_square(file_of(pawn), winner_ == Side::white ? 7 : 0);
            const Bitboard way = attacks::between(pawn, last) | bit(last);
            const int moves = left + 2 * count(way & ~empty_);
            if (moves < best) best = moves, best_pawn_ = bit(pawn), pawns_way_ = way;
        }
        return best;
    }

    const Position& position_;
    Side winner_, loser_;
    /// That is to be mated.
    Square king_;
    Square our_king_;
    Bitboard beside_, free_, empty_, empty_behind_king_;
    /// What the winner's pieces attack; where its pawns may go next.
    Bitboard knights_ = 0, bishops_ = 0, rooks_ = 0, rooks_twice_ = 0, queens_ = 0, queens_twice_ = 0,
             by_others_ = 0, pawns_ = 0;
    /// By the loser's pieces except its king.
    Bitboard guarded_ = 0;
    /// The next to promote.
    Bitboard best_pawn_ = 0, pawns_way_ = 0;
    MatePlan nearest_;
};

} // namespace

MatePlan plan_mate(const Position& position, Side winner, int most) {
    return Planner(position, winner, most).nearest();
}

} // namespace adoube::chess
