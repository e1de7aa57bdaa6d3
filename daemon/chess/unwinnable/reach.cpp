// The least sets closed under: a piece steps where nothing firm of its own stands; what it steps on may be
// captured; what moves or may be captured is not firm; a king avoids what firm pieces attack. Least suffices:
// the first unforeseen event would need an earlier one.

#include "daemon/chess/unwinnable/reach.hpp"

#include "daemon/chess/unwinnable/steps.hpp"

#include <span>

namespace adoube::chess {

namespace {

constexpr Bitboard last_rank(Side side) {
    return side == Side::white ? Bitboard{0xff} << 56 : Bitboard{0xff};
}

class Saturation {
  public:
    Saturation(const Position& position, Reach& reach) : position_(position), reach_(reach) {
        reach_.firm = position.occupied();
        for (const Side side : {Side::white, Side::black}) {
            for (const PieceType type : all_piece_types) {
                for (Bitboard from = position.pieces(side, type); from != 0;) add(side, type, pop(from));
                if (type == PieceType::pawn) end_of_pawns_[static_cast<int>(side)] = reach_.count;
            }
            end_[static_cast<int>(side)] = reach_.count;
        }
        if (position.en_passant()) pass_over(*position.en_passant());
        for (const Side side : {Side::white, Side::black}) castle(side);
    }

    void run(bool kings_apart) {
        if (kings_apart)
            kings_[static_cast<int>(position_.to_move())][index(position_.king(Side::white))] =
                position_.pieces(Side::black, PieceType::king);
        do {
            changed_ = false;
            loosen();
            for (const Side side : {Side::white, Side::black}) grow(side);
            if (kings_apart && !(moves_[0] && moves_[1])) {
                for (bool moved = true; moved;) {
                    moved = move_kings(Side::white);
                    moved = move_kings(Side::black) || moved;
                }
                see_kings();
            } else {
                for (const Side side : {Side::white, Side::black}) roam(king(side));
            }
        } while (changed_);
    }

    bool run_out() {
        by_steps_ = true;
        std::array<int, 2> made{};
        int quiet = 0;
        for (Side side = position_.to_move(); quiet < 2; side = other(side)) {
            changed_ = false;
            loosen();
            grow(side);
            step(king(side));
            const auto left = moves_of_pawns(side);
            if (left && ++made[static_cast<int>(side)] > *left) return true;
            if (!left && !moves_of_pawns(other(side))) return false;
            quiet = changed_ ? 0 : quiet + 1;
        }
        return true;
    }

  private:
    void add(Side side, PieceType type, Square start) {
        Unit& unit = reach_.units[reach_.count++];
        unit = {side, type, start, bit(start), 0, type == PieceType::pawn};
        see(unit, bit(start));
    }

    /// Pawns first, king last.
    std::span<Unit> units(Side side) {
        return side == Side::white ? std::span(reach_.units).subspan(0, end_[0])
                                   : std::span(reach_.units).subspan(end_[0], end_[1] - end_[0]);
    }
    std::span<Unit> pawns(Side side) {
        return side == Side::white ? std::span(reach_.units).subspan(0, end_of_pawns_[0])
                                   : std::span(reach_.units).subspan(end_[0], end_of_pawns_[1] - end_[0]);
    }
    Unit& king(Side side) { return reach_.units[end_[static_cast<int>(side)] - 1]; }

    /// A pawn open to en passant also stands where it is captured.
    void pass_over(Square passed) {
        const Square victim = make_square(file_of(passed), position_.to_move() == Side::white ? 4 : 3);
        for (Unit& pawn : pawns(other(position_.to_move())))
            if (pawn.start == victim) move_to(pawn, bit(passed));
    }

    void castle(Side side) {
        for (Bitboard rooks = position_.castling_rooks(side); rooks != 0;) {
            const Square rook = pop(rooks);
            const Move move{position_.king(side), rook, MoveKind::castling};
            for (Unit& unit : units(side))
                if (unit.start == rook) move_to(unit, bit(rook_destination(move)));
            castled_[static_cast<int>(side)] |= bit(destination(move));
        }
    }

    /// Pieces no longer firm attack nothing for certain; hunted pawns are no longer bound.
    void loosen() {
        if (reach_.firm != seen_firm_) {
            seen_firm_ = reach_.firm;
            attacked_ = {};
            for (const Unit& unit : reach_)
                if (contains(reach_.firm, unit.start))
                    attacked_[static_cast<int>(unit.side)] |=
                        steps_from(unit.type, unit.side, bit(unit.start));
        }
        bound_ = 0;
        for (const Side side : {Side::white, Side::black})
            for (Unit& pawn : pawns(side)) {
                if (!pawn.bound) continue;
                const Bitboard roams = (pawn.squares & ~file_of_unit(pawn)) | pawn.promoted;
                pawn.bound = roams == 0 && (pawn.squares & hunted_[static_cast<int>(side)]) == 0;
                changed_ |= !pawn.bound;
                if (pawn.bound) bound_ |= file_of_unit(pawn) & ~bit(pawn.start);
            }
    }

    static Bitboard file_of_unit(const Unit& unit) { return file_a << file_of(unit.start); }

    /// The part of the file that a pawn of `side` passes before `square`.
    static Bitboard before(Side side, Square square) {
        const Bitboard file = file_a << file_of(square);
        return side == Side::white ? file & (bit(square) - 1) : file & ~(bit(square) * 2 - 1);
    }

    /// How far the pawn can go on its file: not past a bound pawn.
    Bitboard lane(const Unit& pawn) {
        Bitboard lane = ~Bitboard{0};
        if ((bound_ & bit(pawn.start)) == 0 || (pawn.squares & ~file_of_unit(pawn)) != 0) return lane;
        const Bitboard ahead = before(other(pawn.side), pawn.start);
        for (const Unit& bound : pawns(other(pawn.side)))
            if (bound.bound && contains(ahead, bound.start)) lane &= before(pawn.side, bound.start);
        for (const Unit& bound : pawns(pawn.side))
            if (bound.bound && contains(ahead, bound.start))
                lane &= before(pawn.side, pawn.side == Side::white
                                              ? static_cast<Square>(63 - std::countl_zero(bound.squares))
                                              : first(bound.squares));
        return lane;
    }

    Bitboard enterable(Side side) const {
        return ~(reach_.firm & (position_.pieces(side) | position_.pieces(other(side), PieceType::king)));
    }

    void grow(Side side) {
        const Bitboard may_enter = enterable(side);
        Bitboard& entered = entered_[static_cast<int>(side)];
        // Only pawns grow further unless squares have opened.
        const bool opened = entered != may_enter;
        entered = may_enter;
        for (Unit& pawn : pawns(side)) grow_pawn(pawn, may_enter, opened);
        if (!opened) return;
        for (Unit& unit : units(side))
            if (unit.type != PieceType::pawn && unit.type != PieceType::king)
                move_to(unit, flood(unit.type, unit.side, unit.squares, may_enter));
    }

    /// Empty if the side has other moves.
    std::optional<int> moves_of_pawns(Side side) {
        int moves = 0;
        for (const Unit& unit : units(side)) {
            if (unit.squares == bit(unit.start)) continue;
            if (unit.type != PieceType::pawn || unit.promoted != 0) return std::nullopt;
            moves += side == Side::white ? (63 - std::countl_zero(unit.squares)) / 8 - rank_of(unit.start)
                                         : rank_of(unit.start) - std::countr_zero(unit.squares) / 8;
        }
        return moves;
    }

    Bitboard open_to_king(Side side) const {
        return enterable(side) & ~attacked_[static_cast<int>(other(side))];
    }

    void roam(Unit& king) {
        const Bitboard from = king.squares | castled_[static_cast<int>(king.side)];
        widen(king, flood(PieceType::king, king.side, from, open_to_king(king.side)));
        may_have_captured(king.squares & ~bit(king.start));
    }

    void step(Unit& king) {
        move_to(king, king.squares | castled_[static_cast<int>(king.side)] |
                          (steps_from(PieceType::king, king.side, king.squares) & open_to_king(king.side)));
    }

    /// Where one side has only king moves, the kings are tracked as a pair: they keep apart, and a side that
    /// cannot move ends the game. What a king captures last changes nothing.
    bool move_kings(Side side) {
        const Unit& unit = king(side);
        const Bitboard open = open_to_king(side), castled = castled_[static_cast<int>(side)];
        const bool may_pass = moves_[static_cast<int>(side)];
        const auto& before = kings_[static_cast<int>(side)];
        auto& after = kings_[1 - static_cast<int>(side)];
        bool grew = false;
        const auto add = [&grew](Bitboard& set, Bitboard more) {
            grew |= (more & ~set) != 0;
            set |= more;
        };
        for (int at = 0; at < 64; ++at) {
            const Bitboard black = before[at];
            if (black == 0) continue;
            const auto white = static_cast<Square>(at);
            if (may_pass) add(after[at], black);
            if (side == Side::black) {
                const Bitboard to = (steps_from(PieceType::king, side, black) & open) |
                                    (contains(black, unit.start) ? castled : 0);
                add(after[at], to & ~attacks::king(white) & ~bit(white));
                continue;
            }
            Bitboard to = (attacks::king(white) & open) | (white == unit.start ? castled : 0);
            while (to != 0) {
                const Square there = pop(to);
                add(after[index(there)], black & ~attacks::king(there) & ~bit(there));
            }
        }
        return grew;
    }

    void see_kings() {
        Unit &white = king(Side::white), &black = king(Side::black);
        const auto& [white_moves, black_moves] = kings_;
        Bitboard lively_white = 0, lively_black = 0;
        for (int at = 0; at < 64; ++at) {
            if (white_moves[at] != 0) lively_white |= Bitboard{1} << at;
            if ((white_moves[at] | black_moves[at]) != 0) widen(white, Bitboard{1} << at);
            lively_black |= black_moves[at];
            widen(black, white_moves[at] | black_moves[at]);
        }
        may_have_captured(lively_white & ~bit(white.start));
        may_have_captured(lively_black & ~bit(black.start));
    }

    void grow_pawn(Unit& pawn, Bitboard may_enter, bool opened) {
        const Bitboard victims = victims_[static_cast<int>(other(pawn.side))];
        const Bitboard ahead = ~reach_.firm;
        Bitboard squares = pawn.squares;
        for (Bitboard smaller = 0; smaller != squares;) {
            smaller = squares;
            const Bitboard goes_on = squares & ~last_rank(pawn.side);
            const Bitboard pushed = forward(pawn.side, goes_on) & ahead & ~squares;
            if (pushed != 0) squares |= pushed & lane(pawn);
            squares |= pawn_captures(pawn.side, goes_on) & victims & may_enter;
            if (by_steps_) {
                const Bitboard third = Bitboard{0xff} << (pawn.side == Side::white ? 16 : 40);
                if (bit(pawn.start) == pawn.squares && (squares & third & pushed) != 0)
                    squares |= forward(pawn.side, squares & third) & ahead & lane(pawn);
                break;
            }
        }
        move_to(pawn, squares);
        const Bitboard arrived = (squares & last_rank(pawn.side)) | pawn.promoted;
        if (arrived == 0 || (arrived == pawn.promoted && !opened)) return;
        Bitboard promoted = arrived;
        for (Bitboard before = 0; before != promoted;) {
            before = promoted;
            promoted |=
                (straight_steps(promoted) | diagonal_steps(promoted) | knight_steps(promoted)) & may_enter;
        }
        if (promoted == pawn.promoted) return;
        changed_ = true;
        pawn.promoted = promoted;
        victims_[static_cast<int>(pawn.side)] |= promoted;
        hunted_[1 - static_cast<int>(pawn.side)] |= promoted;
        may_have_captured(promoted);
    }

    static Bitboard flood(PieceType type, Side side, Bitboard squares, Bitboard may_enter) {
        for (Bitboard before = 0; before != squares;) {
            before = squares;
            squares |= steps_from(type, side, squares) & may_enter;
        }
        return squares;
    }

    void move_to(Unit& unit, Bitboard squares) {
        const Bitboard more = squares & ~unit.squares;
        widen(unit, more);
        may_have_captured(more);
    }

    void widen(Unit& unit, Bitboard squares) {
        const Bitboard more = squares & ~unit.squares;
        if (more == 0) return;
        changed_ = true;
        unit.squares |= more;
        reach_.firm &= ~bit(unit.start);
        if (unit.type != PieceType::king) moves_[static_cast<int>(unit.side)] = true;
        see(unit, more);
    }

    void see(const Unit& unit, Bitboard more) {
        const int side = static_cast<int>(unit.side);
        if (unit.type != PieceType::king) victims_[side] |= more;
        hunted_[1 - side] |= unit.type == PieceType::pawn ? pawn_captures(unit.side, more) : more;
    }

    void may_have_captured(Bitboard squares) {
        const Bitboard firm = reach_.firm & ~squares;
        changed_ |= firm != reach_.firm;
        reach_.firm = firm;
    }

    const Position& position_;
    Reach& reach_;
    /// By side, in the units.
    std::array<int, 2> end_of_pawns_{}, end_{};
    /// By side: what its firm pieces attack, where its pieces except the king may stand, where the other side
    /// may capture.
    std::array<Bitboard, 2> attacked_{}, victims_{}, hunted_{};
    Bitboard seen_firm_ = 0;
    /// By side: where its king may castle to, and whether it can move another piece.
    std::array<Bitboard, 2> castled_{};
    std::array<bool, 2> moves_{};
    std::array<Bitboard, 2> entered_{};
    /// The files of bound pawns, each without that pawn's start.
    Bitboard bound_ = 0;
    /// By side to move and White's king: where Black's king may stand.
    std::array<std::array<Bitboard, 64>, 2> kings_{};
    bool by_steps_ = false;
    bool changed_ = false;
};

} // namespace

Reach reach_of(const Position& position, bool kings_apart) {
    Reach reach;
    Saturation(position, reach).run(kings_apart);
    return reach;
}

std::optional<Reach> reach_until_moves_run_out(const Position& position) {
    std::optional<Reach> reach(std::in_place);
    if (!Saturation(position, *reach).run_out()) reach.reset();
    return reach;
}

} // namespace adoube::chess
