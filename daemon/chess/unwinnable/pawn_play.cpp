// A ray ends at the free king, so the board without it shows where it is attacked. Its steps depend only on
// their target squares, other moves of its side only on whether its square is attacked afterwards. For a move
// of the other side, it must not be in the way and must shield the other king from all attacks.

#include "daemon/chess/unwinnable/pawn_play.hpp"

#include "daemon/chess/unwinnable/mating_material.hpp"
#include "daemon/chess/unwinnable/quick_key.hpp"
#include "daemon/chess/unwinnable/steps.hpp"

#include <algorithm>
#include <utility>

namespace adoube::chess {

namespace {

/// Own pieces included; the king only if it is on the board.
Bitboard guarded_by(const Position& position, Side side) {
    Bitboard guarded = steps_from(PieceType::pawn, side, position.pieces(side, PieceType::pawn)) |
                       steps_from(PieceType::king, side, position.pieces(side, PieceType::king));
    for (const PieceType type : officers)
        for (Bitboard from = position.pieces(side, type); from != 0;)
            guarded |= attacks_from(type, side, pop(from), position.occupied());
    return guarded;
}

/// Where the free king must stand so that nothing attacks the other king.
Bitboard shields_of(const Position& frame, Side shut) {
    const Side free = other(shut);
    const Square king = frame.king(shut);
    if (((attacks::pawn(shut, king) & frame.pieces(free, PieceType::pawn)) |
         (attacks::knight(king) & frame.pieces(free, PieceType::knight))) != 0)
        return 0;
    Bitboard shields = ~Bitboard{0};
    for (const PieceType type : {PieceType::bishop, PieceType::rook, PieceType::queen})
        for (Bitboard from = frame.pieces(free, type) & attacks_from(type, shut, king, frame.occupied());
             from != 0;)
            shields &= attacks::between(pop(from), king);
    return shields;
}

bool nearly_shut_in(const Position& position) {
    constexpr int most = 2;
    int moves = 0;
    for (const Side side : {Side::white, Side::black})
        for (const PieceType type : officers)
            for (Bitboard from = position.pieces(side, type); from != 0;)
                moves += std::popcount(attacks_from(type, side, pop(from), position.occupied()) &
                                       ~position.pieces(side));
    return moves <= most;
}

bool fits_without_king(const Position& frame) {
    return !frame.en_passant() && frame.castling_rooks(Side::white) == 0 &&
           frame.castling_rooks(Side::black) == 0 && nearly_shut_in(frame);
}

int steps_of_king(const Position& position, Side side) {
    return std::popcount(attacks::king(position.king(side)) & ~position.pieces(side) &
                         ~guarded_by(position, other(side)));
}

} // namespace

bool PawnPlay::fits(const Position& position) {
    return fits_without_king(position.with_king(Side::white, 0)) &&
           fits_without_king(position.with_king(Side::black, 0));
}

PawnPlay::PawnPlay(const Position& root, Side winner)
    : winner_(winner),
      free_(steps_of_king(root, Side::white) > steps_of_king(root, Side::black) ? Side::white : Side::black),
      shut_(other(free_)), table_(1024, none) {
    reach(root.with_king(free_, 0), root.pieces(free_, PieceType::king), none, {});
}

bool PawnPlay::go_on(std::vector<Exit>& exits) {
    std::size_t rank = 0;
    while (rank < ranks && waiting_[rank].first == none) ++rank;
    if (rank == ranks) return false;
    exits_ = &exits;
    Frame& frame = frames_[waiting_[rank].first];
    const auto play = static_cast<Index>(plays_.size());
    plays_.push_back({waiting_[rank].first, std::exchange(frame.waiting, 0)});
    waiting_[rank].first = frame.next;
    if (frame.position.to_move() == free_)
        free_side(play);
    else
        shut_side(play);
    return true;
}

void PawnPlay::free_side(Index play) {
    const Position frame = frames_[plays_[play].frame].position;
    const Bitboard kings = plays_[play].kings, guarded = guarded_by(frame, shut_);
    const Bitboard steps = steps_from(PieceType::king, free_, kings) & ~frame.pieces(free_) & ~guarded;
    const auto step = [&](Square to, Bitboard all) {
        const Move move{first(kings & attacks::king(to)), to};
        reach(put(frame, move.from).after(move).with_king(free_, 0), all, play, move);
    };
    if (const Bitboard quiet = steps & ~frame.occupied(); quiet != 0) step(first(quiet), quiet);
    for (Bitboard takes = steps & frame.occupied(); takes != 0;) {
        const Square to = pop(takes);
        step(to, bit(to));
    }
    can_move_ = steps_from(PieceType::king, free_, steps);
    pieces(frame, kings, play);
    see_mate(shut_, kings & guarded & ~can_move_, play);
}

void PawnPlay::shut_side(Index play) {
    const Position frame = frames_[plays_[play].frame].position;
    const Bitboard kings = plays_[play].kings;
    const Square king = frame.king(shut_);
    can_move_ = 0;
    for (Bitboard steps = attacks::king(king) & ~frame.pieces(shut_); steps != 0;)
        move(frame, {king, pop(steps)}, kings, play);
    pieces(frame, kings, play);
    see_mate(free_, kings & ~shields_of(frame, shut_) & ~can_move_, play);
}

void PawnPlay::see_mate(Side by, Bitboard kings, Index play) {
    if (kings == 0) return;
    if (by != winner_) {
        other_may_mate_ = true;
        return;
    }
    mate_ = plays_[play].frame;
    mate_king_ = first(kings);
}

/// All moves but the king's.
void PawnPlay::pieces(const Position& frame, Bitboard kings, Index play) {
    const Side side = frame.to_move();
    const Bitboard theirs = frame.pieces(other(side)) & ~frame.pieces(other(side), PieceType::king);
    for (const PieceType type : officers)
        for (Bitboard all = frame.pieces(side, type); all != 0;) {
            const Square from = pop(all);
            for (Bitboard to =
                     attacks_from(type, side, from, frame.occupied()) & (theirs | ~frame.occupied());
                 to != 0;)
                move(frame, {from, pop(to)}, kings, play);
        }
    const int up = side == Side::white ? 8 : -8, start_rank = side == Side::white ? 1 : 6;
    for (Bitboard pawns = frame.pieces(side, PieceType::pawn); pawns != 0;) {
        const Square from = pop(pawns), ahead = static_cast<Square>(index(from) + up);
        for (Bitboard to = attacks::pawn(side, from) & theirs; to != 0;)
            pawn(frame, {from, pop(to)}, kings, play);
        if (contains(frame.occupied(), ahead)) continue;
        pawn(frame, {from, ahead}, kings, play);
        const auto two = static_cast<Square>(index(ahead) + up);
        if (chess::rank_of(from) == start_rank && !contains(frame.occupied(), two))
            pawn(frame, {from, two}, kings, play);
    }
}

void PawnPlay::pawn(const Position& frame, Move pawn, Bitboard kings, Index play) {
    if (chess::rank_of(pawn.to) == 0 || chess::rank_of(pawn.to) == 7) {
        pawn.kind = MoveKind::promotion;
        for (const PieceType type : officers) {
            pawn.promoted = type;
            move(frame, pawn, kings, play);
        }
        return;
    }
    // Whether en passant is then legal depends on the free king's square.
    const Bitboard beside = attacks::king(pawn.to) & Bitboard{0xff} << (index(pawn.to) & 56);
    const bool passes = std::abs(index(pawn.to) - index(pawn.from)) == 16 &&
                        (beside & frame.pieces(other(frame.to_move()), PieceType::pawn)) != 0;
    if (!passes) return move(frame, pawn, kings, play);
    while (kings != 0) move(frame, pawn, bit(pop(kings)), play);
}

/// For those of `kings` that it leaves on legal squares.
void PawnPlay::move(const Position& frame, Move move, Bitboard kings, Index play) {
    kings &= ~attacks::between(move.from, move.to) & ~bit(move.to);
    if (kings == 0) return;
    const Position after = put(frame, first(kings)).after(move).with_king(free_, 0);
    if (after.to_move() == shut_) {
        kings &= ~guarded_by(after, shut_);
    } else {
        const Square king = after.king(shut_);
        kings &= ~attacks::king(king) & ~bit(king) & shields_of(after, shut_);
    }
    can_move_ |= kings;
    reach(after, kings, play, move);
}

/// By how near a promotion is, with which most ways out begin.
std::size_t PawnPlay::rank_of(const Position& frame) const {
    constexpr int most = ranks - 1, obstacle = 6;
    int best = most;
    for (Bitboard pawns = frame.pieces(free_, PieceType::pawn); pawns != 0;) {
        const Square pawn = pop(pawns);
        const Bitboard file = file_a << file_of(pawn);
        const bool up = free_ == Side::white;
        const Bitboard ahead = up ? file & ~(bit(pawn) * 2 - 1) : file & (bit(pawn) - 1);
        best = std::min(best, (up ? 7 - chess::rank_of(pawn) : chess::rank_of(pawn)) +
                                  obstacle * std::popcount(ahead & frame.occupied()));
    }
    return best;
}

void PawnPlay::reach(const Position& frame, Bitboard kings, Index play, Move move) {
    if (kings == 0) return;
    if (!can_have_mating_material(frame, winner_)) {
        other_may_mate_ |= can_have_mating_material(frame, other(winner_));
        return;
    }
    const Index at = intern(frame);
    if (at == none) {
        exits_->push_back({frame, kings, play, move});
        other_may_mate_ = true;
        return;
    }
    Frame& reached = frames_[at];
    const Bitboard fresh = kings & ~reached.seen;
    if (fresh == 0) return;
    const bool queued = reached.waiting != 0;
    reached.seen |= fresh;
    reached.waiting |= fresh;
    const auto last = static_cast<Index>(arrivals_.size());
    arrivals_.push_back({fresh, play, std::exchange(reached.arrivals, last), move});
    if (queued) return;
    auto& queue = waiting_[rank_of(frame)];
    (queue.first == none ? queue.first : frames_[queue.last].next) = at;
    queue.last = at;
    reached.next = none;
}

PawnPlay::Index PawnPlay::intern(const Position& frame) {
    if (table_.size() < 2 * (frames_.size() + 1)) {
        table_.assign(4 * table_.size(), none);
        for (Index at = 0; at < frames_.size(); ++at) {
            std::size_t slot = frames_[at].key & (table_.size() - 1);
            while (table_[slot] != none) slot = (slot + 1) & (table_.size() - 1);
            table_[slot] = at;
        }
    }
    const std::uint64_t key = quick_key(frame);
    std::size_t slot = key & (table_.size() - 1);
    for (; table_[slot] != none; slot = (slot + 1) & (table_.size() - 1))
        if (frames_[table_[slot]].key == key && frames_[table_[slot]].position.repeats(frame))
            return table_[slot];
    if (!fits_without_king(frame)) return none;
    table_[slot] = static_cast<Index>(frames_.size());
    frames_.push_back({frame, 0, 0, key, none, none});
    return table_[slot];
}

Position PawnPlay::position_after(Exit& exit) const {
    Bitboard near = exit.frame.pieces(shut_, PieceType::king);
    while ((near & exit.kings) == 0) near |= steps_from(PieceType::king, shut_, near);
    const Square king = first(near & exit.kings);
    exit.kings &= ~bit(king);
    return put(exit.frame, king);
}

const PawnPlay::Arrival& PawnPlay::arrival(Index frame, Square king) const {
    Index at = frames_[frame].arrivals;
    while (!contains(arrivals_[at].kings, king)) at = arrivals_[at].earlier;
    return arrivals_[at];
}

std::vector<Move> PawnPlay::line_to_mate() const {
    const Arrival& last = arrival(mate_, mate_king_);
    return line(last.play, last.move, mate_king_);
}

std::vector<Move> PawnPlay::line_to(const Exit& exit, const Position& taken) const {
    return line(exit.play, exit.move, taken.king(free_));
}

/// Traced back from the free king on `king`.
std::vector<Move> PawnPlay::line(Index play, Move move, Square king) const {
    std::vector<Move> moves;
    while (play != none) {
        const Play& before = plays_[play];
        const Position& frame = frames_[before.frame].position;
        if (frame.to_move() == free_ && !contains(frame.pieces(free_), move.from)) {
            move = {first(before.kings & attacks::king(king)), king};
            king = move.from;
        }
        moves.push_back(move);
        const Arrival& earlier = arrival(before.frame, king);
        move = earlier.move;
        play = earlier.play;
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
}

} // namespace adoube::chess
