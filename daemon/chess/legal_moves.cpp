// Legal moves without trying them out: pieces pinned to the king stay on their line, a check leaves the
// squares that end it, and only the king's own steps and en passant look at the board after the move.

#include "daemon/chess/attacks.hpp"
#include "daemon/chess/position.hpp"

namespace adoube::chess {

namespace {

constexpr Bitboard first_rank = 0xff, last_ranks = first_rank | first_rank << 56;

/// Writes down every move of `movers`.
struct ListSink {
    MoveList& moves;
    Bitboard movers;

    void piece(Square from, Bitboard targets) {
        while (targets != 0) moves.push({from, pop(targets)});
    }
    void pawns(Bitboard targets, int step) {
        while (targets != 0) {
            const Square to = pop(targets);
            moves.push({back(to, step), to});
        }
    }
    void promotions(Bitboard targets, int step) {
        while (targets != 0) {
            const Square to = pop(targets);
            for (const auto type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
                moves.push({back(to, step), to, MoveKind::promotion, type});
        }
    }
    void special(Square from, Square to, MoveKind kind) { moves.push({from, to, kind}); }

    static Square back(Square to, int step) { return static_cast<Square>(index(to) - step); }
};

struct CountSink {
    static constexpr Bitboard movers = ~Bitboard{0};
    int count = 0;

    void piece(Square, Bitboard targets) { count += std::popcount(targets); }
    void pawns(Bitboard targets, int) { count += std::popcount(targets); }
    void promotions(Bitboard targets, int) { count += 4 * std::popcount(targets); }
    void special(Square, Square, MoveKind) { ++count; }
};

} // namespace

template<Side us, class Sink>
class Generator {
  public:
    Generator(const Position& position, Sink& sink)
        : position_(position), sink_(sink), king_(position.king(us)), occupied_(position.occupied()),
          open_(~position.pieces(us) & ~position.pieces(them, PieceType::king)) {}

    void run() {
        find_checks_and_pins();
        if (ours(PieceType::king) != 0) king_steps();
        if (std::popcount(checkers_) > 1) return;
        const Bitboard targets =
            checkers_ == 0 ? open_ : open_ & (checkers_ | attacks::between(king_, first(checkers_)));
        pieces(targets);
        all_pawns(targets);
        if (position_.en_passant()) en_passant(*position_.en_passant());
        if (checkers_ == 0 && ours(PieceType::king) != 0) castlings();
    }

  private:
    static constexpr Side them = other(us);

    /// Those whose moves are asked for.
    Bitboard ours(PieceType type) const { return position_.pieces(us, type) & sink_.movers; }
    Bitboard theirs(PieceType type) const { return position_.pieces(them, type); }

    void find_checks_and_pins() {
        checkers_ = (attacks::pawn(us, king_) & theirs(PieceType::pawn)) |
                    (attacks::knight(king_) & theirs(PieceType::knight));
        const Bitboard their_all = position_.pieces(them);
        const attacks::Lines& lines = attacks::detail::lines[index(king_)];
        const Bitboard straight =
            (theirs(PieceType::rook) | theirs(PieceType::queen)) & (lines.rank | lines.file);
        const Bitboard diagonal =
            (theirs(PieceType::bishop) | theirs(PieceType::queen)) & (lines.diagonal | lines.antidiagonal);
        Bitboard snipers = 0;
        if (straight != 0) snipers |= attacks::rook(king_, their_all) & straight;
        if (diagonal != 0) snipers |= attacks::bishop(king_, their_all) & diagonal;
        while (snipers != 0) {
            const Square sniper = pop(snipers);
            const Bitboard shields = attacks::between(king_, sniper) & occupied_;
            if (shields == 0)
                checkers_ |= bit(sniper);
            else if ((shields & (shields - 1)) == 0)
                pinned_ |= shields;
        }
    }

    void king_steps() {
        Bitboard steps = attacks::king(king_) & open_;
        while (steps != 0) {
            const Square to = pop(steps);
            // Without the king itself, which would hide the square behind it from a line piece that checks.
            if (position_.attackers(to, them, occupied_ & ~bit(king_)) == 0) safe_steps_ |= bit(to);
        }
        sink_.piece(king_, safe_steps_);
    }

    void pieces(Bitboard targets) {
        Bitboard knights = ours(PieceType::knight) & ~pinned_;
        while (knights != 0) {
            const Square from = pop(knights);
            sink_.piece(from, attacks::knight(from) & targets);
        }
        Bitboard diagonal = ours(PieceType::bishop) | ours(PieceType::queen);
        while (diagonal != 0) {
            const Square from = pop(diagonal);
            sink_.piece(from, attacks::bishop(from, occupied_) & targets & free_line(from));
        }
        Bitboard straight = ours(PieceType::rook) | ours(PieceType::queen);
        while (straight != 0) {
            const Square from = pop(straight);
            sink_.piece(from, attacks::rook(from, occupied_) & targets & free_line(from));
        }
    }

    /// Where a pin lets the piece go.
    Bitboard free_line(Square from) const {
        return contains(pinned_, from) ? attacks::line(king_, from) : ~Bitboard{0};
    }

    void all_pawns(Bitboard targets) {
        pawns(ours(PieceType::pawn) & ~pinned_, targets);
        Bitboard pinned = ours(PieceType::pawn) & pinned_;
        while (pinned != 0) {
            const Square from = pop(pinned);
            pawns(bit(from), targets & attacks::line(king_, from));
        }
    }

    void pawns(Bitboard from, Bitboard targets) {
        constexpr int up = us == Side::white ? 8 : -8;
        constexpr Bitboard third_rank = first_rank << (us == Side::white ? 16 : 40);
        const Bitboard captures = targets & position_.pieces(them);
        const Bitboard ahead = std::rotl(from, up) & ~occupied_;
        pawn_moves(ahead & targets, up);
        sink_.pawns(std::rotl(ahead & third_rank, up) & ~occupied_ & targets, 2 * up);
        pawn_moves(std::rotl(from & ~file_a, up - 1) & captures, up - 1);
        pawn_moves(std::rotl(from & ~file_h, up + 1) & captures, up + 1);
    }

    void pawn_moves(Bitboard to, int step) {
        sink_.pawns(to & ~last_ranks, step);
        sink_.promotions(to & last_ranks, step);
    }

    void en_passant(Square to) {
        Bitboard captors = position_.en_passant_captors(to) & sink_.movers;
        while (captors != 0) sink_.special(pop(captors), to, MoveKind::en_passant);
    }

    void castlings() {
        Bitboard rooks = position_.castling_rooks(us);
        while (rooks != 0) {
            const Move move{king_, pop(rooks), MoveKind::castling};
            if (may_castle(move)) sink_.special(move.from, move.to, move.kind);
        }
    }

    /// 3.8.2 and Guideline II: nothing but king and rook on their ways, no square of the king's way attacked.
    /// Seen without both of them, since a rook that leaves may bare the king; where it shields him afterwards
    /// he was in check before. A line that the rook leaves open reaches his last square, so the steps found
    /// safe with the rook still there need no second look.
    bool may_castle(Move move) const {
        if ((attacks::between(move.from, move.to) & occupied_) != 0) return false; // mostly, so asked first
        const Bitboard others = occupied_ & ~bit(move.from) & ~bit(move.to);
        const Square king_to = destination(move), rook_to = rook_destination(move);
        const Bitboard king_way = attacks::between(move.from, king_to) | bit(king_to);
        const Bitboard rook_way = attacks::between(move.to, rook_to) | bit(rook_to);
        if ((others & (king_way | rook_way)) != 0) return false;
        Bitboard unsure = (king_way & ~safe_steps_) | bit(king_to);
        while (unsure != 0)
            if (position_.attackers(pop(unsure), them, others) != 0) return false;
        return true;
    }

    const Position& position_;
    Sink& sink_;
    Square king_;
    Bitboard occupied_;
    /// Where a piece may land: empty or an enemy, but no king.
    Bitboard open_;
    Bitboard checkers_ = 0;
    Bitboard safe_steps_ = 0; // of the king
    /// Ours that alone stand between the king and a line piece of the enemy.
    Bitboard pinned_ = 0;
};

template<class Sink>
void generate(const Position& position, Sink& sink) {
    if (position.to_move() == Side::white)
        Generator<Side::white, Sink>(position, sink).run();
    else
        Generator<Side::black, Sink>(position, sink).run();
}

MoveList Position::legal_moves(Bitboard movers) const {
    MoveList moves;
    ListSink sink{moves, movers};
    generate(*this, sink);
    return moves;
}

namespace {

int count_moves(const Position& position) {
    CountSink sink;
    generate(position, sink);
    return sink.count;
}

#ifdef __x86_64__
/// With the instruction that counts bits. Processors have it since 2008, but amd64 does not promise it, and
/// without it each count is a call. Flat, as only what is inlined here is compiled for it.
[[gnu::target("popcnt"), gnu::flatten]] int count_moves_by_popcnt(const Position& position) {
    return count_moves(position);
}
#endif

} // namespace

int Position::legal_move_count() const {
#ifdef __x86_64__
    if (__builtin_cpu_supports("popcnt")) return count_moves_by_popcnt(*this);
#endif
    return count_moves(*this);
}

} // namespace adoube::chess
