// While the rays of every other piece end at once at its own side's pieces, none of them checks, pins or
// shields anything, whatever the free king does. So a move of the free king asks only for the square it goes
// to, and any other move only for the squares on which the free king stands in its way or is in check.

#include "daemon/chess/pawn_play.hpp"

#include "daemon/chess/attacks.hpp"
#include "daemon/chess/mating_material.hpp"
#include "daemon/chess/reach.hpp"

#include <algorithm>

namespace adoube::chess {

namespace {

constexpr std::array officers{PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen};

/// What the pieces of `side` attack, one of their own included; the king only if it stands on the board.
Bitboard guarded_by(const Position& position, Side side) {
    Bitboard guarded = steps_from(PieceType::pawn, side, position.pieces(side, PieceType::pawn)) |
                       steps_from(PieceType::king, side, position.pieces(side, PieceType::king));
    for (const PieceType type : officers)
        for (Bitboard from = position.pieces(side, type); from != 0;)
            guarded |= attacks_from(type, side, pop(from), position.occupied());
    return guarded;
}

Bitboard checks_by_pawns(const Position& position, Side side) {
    return steps_from(PieceType::pawn, side, position.pieces(side, PieceType::pawn));
}

bool all_shut_in(const Position& position) {
    for (const Side side : {Side::white, Side::black})
        for (const PieceType type : officers)
            for (Bitboard from = position.pieces(side, type); from != 0;)
                if ((attacks_from(type, side, pop(from), position.occupied()) & ~position.pieces(side)) != 0)
                    return false;
    return true;
}

bool fits_without_king(const Position& frame) {
    return !frame.en_passant() && frame.castling_rooks(Side::white) == 0 &&
           frame.castling_rooks(Side::black) == 0 && all_shut_in(frame);
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
    reach(root, root.pieces(free_, PieceType::king), none, {});
}

bool PawnPlay::go_on(std::vector<Exit>& exits) {
    std::size_t rank = 0;
    while (rank < ranks && waiting_[rank].first == none) ++rank;
    if (rank == ranks) return false;
    exits_ = &exits;
    const Index play = waiting_[rank].first;
    waiting_[rank].first = plays_[play].next;
    if (frames_[plays_[play].frame].position.to_move() == free_)
        free_side(play);
    else
        shut_side(play);
    return true;
}

void PawnPlay::free_side(Index play) {
    const Position frame = frames_[plays_[play].frame].position;
    const Bitboard kings = plays_[play].kings, checked = kings & checks_by_pawns(frame, shut_);
    Bitboard steps =
        steps_from(PieceType::king, free_, kings) & ~frame.pieces(free_) & ~guarded_by(frame, shut_);
    const auto step = [&](Square to, Bitboard all) {
        const Move move{first(kings & attacks::king(to)), to};
        reach(put(frame, move.from).after(move), all, play, move);
    };
    if (const Bitboard quiet = steps & ~frame.occupied(); quiet != 0) step(first(quiet), quiet);
    for (Bitboard takes = steps & frame.occupied(); takes != 0;) {
        const Square to = pop(takes);
        step(to, bit(to));
    }
    pawn_moves(play, kings & ~checked);
    one_by_one(play, checked, false);
}

void PawnPlay::shut_side(Index play) {
    const Position frame = frames_[plays_[play].frame].position;
    const Bitboard kings = plays_[play].kings;
    const Square king = frame.king(shut_);
    if (contains(checks_by_pawns(frame, free_), king)) return one_by_one(play, kings, true);
    pawn_moves(play, kings);
    for (Bitboard steps = attacks::king(king) & ~frame.pieces(shut_) & ~guarded_by(frame, free_);
         steps != 0;) {
        const Move move{king, pop(steps)};
        const Bitboard apart = kings & ~attacks::king(move.to) & ~bit(move.to);
        if (apart != 0) reach(put(frame, first(apart)).after(move), apart, play, move);
    }
}

/// In check: each square of the free king by itself, with its own steps or without.
void PawnPlay::one_by_one(Index play, Bitboard kings, bool king_too) {
    const Position frame = frames_[plays_[play].frame].position;
    while (kings != 0) {
        const Square king = pop(kings);
        const Position position = put(frame, king);
        const MoveList moves = position.legal_moves();
        if (moves.empty() && position.to_move() != winner_) {
            mated_ = true;
            mate_ = play;
            mate_king_ = king;
        }
        for (const Move move : moves)
            if (king_too || move.from != king) reach(position.after(move), bit(king), play, move);
    }
}

/// Of the side to move, which is not in check.
void PawnPlay::pawn_moves(Index play, Bitboard kings) {
    const Position frame = frames_[plays_[play].frame].position;
    const Side side = frame.to_move();
    const int up = side == Side::white ? 8 : -8, start_rank = side == Side::white ? 1 : 6;
    const Bitboard victims = frame.pieces(other(side)) & ~frame.pieces(other(side), PieceType::king);
    for (Bitboard pawns = frame.pieces(side, PieceType::pawn); pawns != 0;) {
        const Square from = pop(pawns), ahead = static_cast<Square>(index(from) + up);
        for (Bitboard takes = attacks::pawn(side, from) & victims; takes != 0;)
            pawn_move(play, {from, pop(takes)}, kings);
        if (contains(frame.occupied(), ahead)) continue;
        pawn_move(play, {from, ahead}, kings & ~bit(ahead));
        const auto two = static_cast<Square>(index(ahead) + up);
        if (chess::rank_of(from) == start_rank && !contains(frame.occupied(), two))
            pawn_move(play, {from, two}, kings & ~bit(ahead) & ~bit(two));
    }
}

void PawnPlay::pawn_move(Index play, Move move, Bitboard kings) {
    if (kings == 0) return;
    const Position frame = frames_[plays_[play].frame].position;
    if (chess::rank_of(move.to) == 0 || chess::rank_of(move.to) == 7) {
        move.kind = MoveKind::promotion;
        for (const PieceType type : officers) {
            move.promoted = type;
            reach(put(frame, first(kings)).after(move), kings, play, move);
        }
        return;
    }
    // Whether it may then be taken in passing depends on where the free king stands.
    const Bitboard beside = steps_from(PieceType::king, free_, bit(move.to)) & Bitboard{0xff}
                                                                                   << (index(move.to) & 56);
    const bool passes = std::abs(index(move.to) - index(move.from)) == 16 &&
                        (beside & frame.pieces(other(frame.to_move()), PieceType::pawn)) != 0;
    if (!passes) return reach(put(frame, first(kings)).after(move), kings, play, move);
    while (kings != 0) {
        const Square king = pop(kings);
        reach(put(frame, king).after(move), bit(king), play, move);
    }
}

/// How far the free side looks from a promotion, with which most ways out begin.
std::size_t PawnPlay::rank_of(const Position& frame) const {
    constexpr int most = ranks - 1, obstacle = 6;
    int best = most;
    for (Bitboard pawns = frame.pieces(free_, PieceType::pawn); pawns != 0;) {
        const Square pawn = pop(pawns);
        const Bitboard file = Bitboard{0x0101010101010101} << file_of(pawn);
        const bool up = free_ == Side::white;
        const Bitboard ahead = up ? file & ~(bit(pawn) * 2 - 1) : file & (bit(pawn) - 1);
        best = std::min(best, (up ? 7 - chess::rank_of(pawn) : chess::rank_of(pawn)) +
                                  obstacle * std::popcount(ahead & frame.occupied()));
    }
    return best;
}

/// `after` shows one of the squares of the free king.
void PawnPlay::reach(const Position& after, Bitboard kings, Index play, Move move) {
    if (!can_have_mating_material(after, winner_)) return;
    const Position frame = after.with_king(free_, 0);
    if (play != none && !fits_without_king(frame)) {
        while (kings != 0) exits_->push_back({put(frame, pop(kings)), play, move});
        return;
    }
    const Index at = intern(frame);
    const Bitboard fresh = kings & ~frames_[at].seen;
    if (fresh == 0) return;
    frames_[at].seen |= fresh;
    const auto last = static_cast<Index>(plays_.size());
    auto& queue = waiting_[rank_of(frame)];
    (queue.first == none ? queue.first : plays_[queue.last].next) = last;
    queue.last = last;
    plays_.push_back({at, fresh, play, none, move});
}

Position PawnPlay::put(const Position& frame, Square king) const { return frame.with_king(free_, bit(king)); }

PawnPlay::Index PawnPlay::intern(const Position& frame) {
    if (table_.size() < 2 * (frames_.size() + 1)) {
        table_.assign(4 * table_.size(), none);
        for (Index at = 0; at < frames_.size(); ++at) {
            std::size_t slot = frames_[at].key & (table_.size() - 1);
            while (table_[slot] != none) slot = (slot + 1) & (table_.size() - 1);
            table_[slot] = at;
        }
    }
    const std::uint64_t key = frame.repetition_key();
    std::size_t slot = key & (table_.size() - 1);
    for (; table_[slot] != none; slot = (slot + 1) & (table_.size() - 1))
        if (frames_[table_[slot]].key == key && frames_[table_[slot]].position.repeats(frame))
            return table_[slot];
    table_[slot] = static_cast<Index>(frames_.size());
    frames_.push_back({frame, 0, key});
    return table_[slot];
}

std::vector<Move> PawnPlay::line_to_mate() const {
    return line(plays_[mate_].parent, plays_[mate_].move, mate_king_);
}

std::vector<Move> PawnPlay::line_to(const Exit& exit) const {
    return line(exit.play, exit.move, exit.position.king(free_));
}

/// Backwards, with the free king on `king` in the end.
std::vector<Move> PawnPlay::line(Index play, Move move, Square king) const {
    std::vector<Move> moves;
    for (; play != none; play = plays_[play].parent) {
        const Play& before = plays_[play];
        const Position& frame = frames_[before.frame].position;
        if (frame.to_move() == free_ && !contains(frame.pieces(free_), move.from)) {
            move = {first(before.kings & attacks::king(king)), king};
            king = move.from;
        }
        moves.push_back(move);
        move = before.move;
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
}

} // namespace adoube::chess
