#include "daemon/chess/unwinnable/planned_mate.hpp"

#include "daemon/chess/attacks.hpp"
#include "daemon/chess/unwinnable/mate_plan.hpp"

#include <algorithm>
#include <utility>

namespace adoube::chess {

namespace {

/// Which of the legal moves are tried first: where one order leads astray, another mostly does not.
enum class Order : std::uint8_t { forward, backward, from_the_middle, from_a_third };

class Attempt {
  public:
    Attempt(Side winner, Order order, std::uint64_t most_nodes)
        : winner_(winner), order_(order), most_nodes_(most_nodes) {}

    bool finds_mate(const Position& root) { return go_on(root, plan(root)); }

    std::uint64_t nodes() const { return nodes_; }
    std::vector<Move> line() const { return {line_.rbegin(), line_.rend()}; }

  private:
    MatePlan plan(const Position& position, int most = MatePlan::none - 1) {
        ++nodes_;
        return plan_mate(position, winner_, most);
    }

    bool go_on(const Position& position, const MatePlan& plan) {
        return position.to_move() == winner_ ? attack(position, plan) : wait(position, plan);
    }

    Move pick(const MoveList& moves, std::size_t nth) const {
        switch (order_) {
        case Order::forward: return moves[nth];
        case Order::backward: return moves[moves.size() - 1 - nth];
        case Order::from_the_middle: return moves[(nth + moves.size() / 2) % moves.size()];
        case Order::from_a_third: return moves[(nth + moves.size() / 3) % moves.size()];
        }
        return {};
    }

    /// The winner's pieces of which the plan moves one.
    Bitboard movers(const Position& position, const MatePlan& plan) const {
        Bitboard movers = 0;
        for (const PieceType type : all_piece_types)
            if (plan.next(type) != 0) movers |= position.pieces(winner_, type) & plan.from;
        return movers;
    }

    /// By a move of the plan; in check, by any that costs it less than a move.
    bool attack(const Position& position, const MatePlan& now) {
        constexpr int most_tries = 3, under_a_move = 9;
        const bool checked = position.in_check();
        const MoveList moves =
            position.legal_moves(checked ? position.pieces(winner_) : movers(position, now));
        int tries = 0;
        for (std::size_t nth = 0; nth < moves.size() && nodes_ < most_nodes_ && tries < most_tries; ++nth) {
            const Move move = pick(moves, nth);
            if (!checked && !contains(now.next(position.at(move.from)->type), destination(move))) continue;
            if (move.kind == MoveKind::promotion && move.promoted != PieceType::queen) continue;
            const Position after = position.after(move);
            if (after.in_check() && !after.has_legal_move()) return leads_to_mate(move);
            const int most = now.far + (checked ? under_a_move : 0);
            const MatePlan next = plan(after, most);
            const bool astray = !checked && next.far >= now.far;
            if (next.far > most || (astray && astray_ == 0)) continue;
            ++tries;
            astray_ -= astray ? 1 : 0;
            if (go_on(after, next)) return leads_to_mate(move);
            astray_ += astray ? 1 : 0;
        }
        return false;
    }

    bool wait(const Position& position, const MatePlan& now) {
        constexpr int most_tries = 2;
        const MoveList moves = position.legal_moves();
        int tries = 0;
        const auto tries_those_on = [&](Bitboard movers) {
            for (std::size_t nth = 0; nth < moves.size() && nodes_ < most_nodes_ && tries < most_tries;
                 ++nth) {
                const Move move = pick(moves, nth);
                if (!contains(movers, move.from)) continue;
                const Position after = position.after(move);
                if (after.in_check()) continue;
                const MatePlan next = plan(after, now.far);
                if (next.far > now.far) continue;
                ++tries;
                if (go_on(after, next)) return leads_to_mate(move);
            }
            return false;
        };
        if (tries_those_on(now.leave) || tries_those_on(~now.leave)) return true;
        return tries == 0 && !std::exchange(hindered_, true) && hinder(position, moves);
    }

    /// By the move that hinders the plan least, as every move does.
    bool hinder(const Position& position, const MoveList& moves) {
        Move least;
        MatePlan nearest;
        for (std::size_t nth = 0; nth < moves.size() && nodes_ < most_nodes_; ++nth) {
            const Position after = position.after(pick(moves, nth));
            if (after.in_check()) continue;
            const MatePlan next = plan(after, nearest.far - 1);
            if (next.far < nearest.far) least = pick(moves, nth), nearest = next;
        }
        if (nearest.far == MatePlan::none) return false;
        return go_on(position.after(least), nearest) && leads_to_mate(least);
    }

    bool leads_to_mate(Move move) {
        line_.push_back(move);
        return true;
    }

    Side winner_;
    Order order_;
    std::uint64_t most_nodes_, nodes_ = 0;
    /// The attacker's moves that may still be made although they bring the mate no nearer.
    int astray_ = 2;
    /// The loser may do so once.
    bool hindered_ = false;
    /// Backwards, once found.
    std::vector<Move> line_;
};

/// The nearest pawn that nothing stops goes on and promotes, the other side moving a piece to and fro.
class PawnRun {
  public:
    PawnRun(const Position& root, Side side) : position_(root), side_(side) {
        for (Bitboard pawns = root.pieces(side, PieceType::pawn); pawns != 0;) {
            const Square pawn = pop(pawns), last = make_square(file_of(pawn), side == Side::white ? 7 : 0);
            const Bitboard way = attacks::between(pawn, last) | bit(last);
            const bool nearer = way_ == 0 || std::popcount(way) < std::popcount(way_);
            if (nearer && (way & root.occupied()) == 0) pawn_ = pawn, way_ = way;
        }
    }

    bool promotes() {
        if (way_ == 0 || position_.in_check()) return false;
        while (contains(position_.pieces(side_, PieceType::pawn), pawn_)) {
            const auto move = position_.to_move() == side_ ? advance() : wait();
            if (!position_.is_legal(move)) return false;
            position_.play(move);
            line_.push_back(move);
            if (position_.in_check() && !contains(position_.pieces(side_, PieceType::queen), pawn_))
                return false;
        }
        return position_.has_legal_move();
    }

    const Position& position() const { return position_; }
    const std::vector<Move>& line() const { return line_; }

  private:
    Move advance() {
        const Square from = pawn_;
        pawn_ = static_cast<Square>(index(from) + (side_ == Side::white ? 8 : -8));
        const bool last = rank_of(pawn_) % 7 == 0;
        return last ? Move{from, pawn_, MoveKind::promotion, PieceType::queen} : Move{from, pawn_};
    }

    /// A move that is illegal if there is none.
    Move wait() {
        if (waits_) return *(waits_ = Move{waits_->to, waits_->from});
        const Bitboard king = position_.pieces(other(side_), PieceType::king),
                       pawns = position_.pieces(other(side_), PieceType::pawn);
        for (const Bitboard movers : {~(king | pawns | way_), king})
            for (const Move move : position_.legal_moves(movers))
                if (move.kind == MoveKind::normal && !contains(way_ | position_.occupied(), move.to))
                    return *(waits_ = move);
        return {};
    }

    Position position_;
    Side side_;
    Square pawn_{};
    Bitboard way_ = 0;
    std::optional<Move> waits_;
    std::vector<Move> line_;
};

} // namespace

PlannedMate find_planned_mate(const Position& position, std::initializer_list<Side> winners,
                              std::uint64_t most_nodes) {
    constexpr std::uint64_t most_each = 50, most_behind = 30;
    PlannedMate mate;
    const auto finds = [&](const Position& from, Side winner, Order order, std::uint64_t most) {
        Attempt attempt(winner, order, std::min(most, most_nodes - mate.nodes));
        mate.found = mate.nodes < most_nodes && attempt.finds_mate(from);
        mate.nodes += attempt.nodes();
        mate.line = attempt.line();
        return mate.found;
    };
    std::vector<std::pair<int, Side>> nearest;
    for (const Side winner : winners) nearest.emplace_back(plan_mate(position, winner).far, winner);
    std::ranges::sort(nearest);
    const bool has_queen = (position.pieces(Side::white, PieceType::queen) |
                            position.pieces(Side::black, PieceType::queen)) != 0;
    for (const auto& [far, winner] : nearest) {
        PawnRun run(position, winner);
        if (has_queen || !run.promotes()) continue;
        for (const Order order : {Order::forward, Order::backward})
            if (finds(run.position(), winner, order, most_behind)) {
                mate.line.insert(mate.line.begin(), run.line().begin(), run.line().end());
                return mate;
            }
    }
    for (const Order order : {Order::forward, Order::backward, Order::from_the_middle, Order::from_a_third})
        for (const auto& [far, winner] : nearest)
            if (finds(position, winner, order, most_each)) return mate;
    return mate;
}

} // namespace adoube::chess
