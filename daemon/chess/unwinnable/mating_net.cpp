#include "daemon/chess/unwinnable/mating_net.hpp"

#include "daemon/chess/unwinnable/steps.hpp"

namespace adoube::chess {

namespace {

/// Finds a different piece for each square of a set.
class Blockade {
  public:
    Blockade(const Reach& reach, Side side) {
        for (const Unit& unit : reach)
            if (unit.side == side && unit.type != PieceType::king) {
                blockers_[count_] = unit.squares | unit.promoted;
                anywhere_ |= blockers_[count_++];
            }
    }

    bool can_block(Bitboard squares) {
        if ((squares & ~anywhere_) != 0) return false;
        stands_.fill(-1);
        while (squares != 0) {
            tried_ = 0;
            if (!place(index(pop(squares)))) return false;
        }
        return true;
    }

  private:
    /// An augmenting path of bipartite matching.
    bool place(int square) {
        for (int at = 0; at < count_; ++at) {
            if ((blockers_[at] >> square & 1) == 0 || (tried_ >> at & 1) != 0) continue;
            tried_ |= Bitboard{1} << at;
            if (stands_[at] >= 0 && !place(stands_[at])) continue;
            stands_[at] = static_cast<std::int8_t>(square);
            return true;
        }
        return false;
    }

    std::array<Bitboard, 64> blockers_;
    std::array<std::int8_t, 64> stands_;
    Bitboard anywhere_ = 0, tried_ = 0;
    int count_ = 0;
};

bool is_line_piece(PieceType type) {
    return type == PieceType::bishop || type == PieceType::rook || type == PieceType::queen;
}

Bitboard attacked_by(const Unit& unit) {
    return steps_from(unit.type, unit.side, unit.squares) |
           steps_from(PieceType::queen, unit.side, unit.promoted) |
           steps_from(PieceType::knight, unit.side, unit.promoted);
}

class Net {
  public:
    Net(const Reach& reach, Side winner)
        : reach_(reach), winner_(winner), firm_(reach.firm), blockade_(reach, other(winner)) {
        for (const Unit& unit : reach) {
            const bool king = unit.type == PieceType::king;
            if (king && unit.squares != bit(unit.start)) firm_ &= ~bit(unit.start);
            if (unit.side != winner) {
                if (king)
                    refuge_ = unit.squares;
                else if (unit.squares != bit(unit.start))
                    only_king_moves_ = false;
            } else if (king) {
                king_squares_ = unit.squares;
            } else {
                const Bitboard attacked = attacked_by(unit);
                attacked_[&unit - reach.begin()] = attacked;
                twice_ |= once_ & attacked;
                once_ |= attacked;
            }
        }
    }

    bool possible() {
        for (Bitboard kings = refuge_ & once_; kings != 0;)
            if (possible(pop(kings))) return true;
        return false;
    }

  private:
    Bitboard may_attack(const Unit& unit) const { return attacked_[&unit - reach_.begin()]; }

    bool possible(Square king) {
        for (const Unit& unit : reach_)
            if (unit.side == winner_ && unit.type != PieceType::king && contains(may_attack(unit), king))
                if (checks(unit, unit.type, unit.squares, king) ||
                    checks(unit, PieceType::queen, unit.promoted, king) ||
                    checks(unit, PieceType::knight, unit.promoted, king))
                    return true;
        return false;
    }

    bool checks(const Unit& unit, PieceType type, Bitboard squares, Square king) {
        const Bitboard firm = firm_ & ~bit(king);
        Bitboard from = squares & attacks_from(type, other(winner_), king, firm);
        if (from == 0) return false;
        const Bitboard by_others = twice_ | (once_ & ~may_attack(unit)) | through(king, unit);
        while (from != 0) {
            const Square checker = pop(from);
            const Bitboard attacked = attacks_from(type, winner_, checker, firm) | by_others;
            const Bitboard way = is_line_piece(type) ? attacks::between(checker, king) : 0;
            if (king_completes({king, bit(checker), attacked, way})) return true;
        }
        return false;
    }

    /// What a second checking piece attacks through the king.
    Bitboard through(Square king, const Unit& checker) const {
        Bitboard behind = 0;
        for (const Unit& unit : reach_)
            if (unit.side == winner_ && &unit != &checker && contains(may_attack(unit), king)) {
                if (is_line_piece(unit.type)) behind |= steps_from(unit.type, unit.side, bit(king));
                if (unit.promoted != 0) behind |= attacks::king(king);
            }
        return behind;
    }

    struct Check {
        Square king; // that is in it
        Bitboard checker;
        Bitboard attacked; // by the winner's pieces other than the king
        Bitboard way;      // between checker and king

        Bitboard open() const { return attacks::king(king) & ~attacked; }
    };

    /// Whether the winner's king can guard all open squares that cannot be blocked.
    bool king_completes(const Check& check) {
        if (fits(check, 0)) return true;
        if (check.open() == 0 && !only_king_moves_) return false;
        const Bitboard near = steps_from(PieceType::king, winner_, attacks::king(check.king));
        for (Bitboard helpers =
                 king_squares_ & near & ~attacks::king(check.king) & ~bit(check.king) & ~check.checker;
             helpers != 0;) {
            const Square helper = pop(helpers);
            if (fits(check, bit(helper))) return true;
        }
        return false;
    }

    bool fits(const Check& check, Bitboard helper) {
        const Bitboard guarded = steps_from(PieceType::king, winner_, helper);
        const Bitboard rest = check.open() & ~guarded;
        return (rest & check.checker) == 0 && has_last_moves(check, helper, guarded) &&
               blockade_.can_block(rest);
    }

    /// If only the loser's king can have moved last, it came from a square that the winner's king did not
    /// guard: does not guard now, or left to open the line.
    bool has_last_moves(const Check& check, Bitboard helper, Bitboard guarded) const {
        if (!only_king_moves_) return true;
        if ((refuge_ & attacks::king(check.king) & (check.attacked | check.checker) & ~guarded) != 0)
            return true;
        const Bitboard unveiled = check.way & king_squares_ & ~attacks::king(check.king);
        return unveiled != 0 &&
               (helper == 0 || (steps_from(PieceType::king, winner_, unveiled) & helper) != 0);
    }

    const Reach& reach_;
    Side winner_;
    Bitboard firm_;
    Blockade blockade_;
    /// Where the mated and the winner's king may stand.
    Bitboard refuge_ = 0, king_squares_ = 0;
    /// The loser's other pieces never move.
    bool only_king_moves_ = true;
    /// What each unit of the winner except the king may attack.
    std::array<Bitboard, 64> attacked_{};
    /// Attacked by at least one, at least two of them.
    Bitboard once_ = 0, twice_ = 0;
};

} // namespace

bool can_weave_mating_net(const Reach& reach, Side winner) { return Net(reach, winner).possible(); }

} // namespace adoube::chess
