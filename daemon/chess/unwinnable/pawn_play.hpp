#pragma once
// All that can become of a position in which nothing but kings and pawns can move, up to the moves that
// change that. One of the kings, the free one, is on many squares at once: what else stands where is looked
// at once for all of them, so that a wall of pawns with a king that wanders behind it is a few positions, not
// thousands.

#include "daemon/chess/position.hpp"

#include <cstdint>
#include <vector>

namespace adoube::chess {

class PawnPlay {
  public:
    using Index = std::uint32_t;
    static constexpr Index none = ~Index{0};

    /// Positions that no longer fit, and the play in which `move` made them.
    struct Exit {
        Position frame; // without the free king
        Bitboard kings; // where that may stand
        Index play;
        Move move;
    };

    /// Other pieces than kings and pawns have next to no moves; no castling, no pawn to be taken in passing.
    static bool fits(const Position& position);

    /// Of a position that fits: looks for mates by `winner`.
    PawnPlay(const Position& root, Side winner);

    /// Goes on from one frame, adds the exits found to `exits`; false when nothing is left.
    bool go_on(std::vector<Exit>& exits);

    /// A mate was found.
    bool has_mate() const { return mate_ != none; }
    std::vector<Move> line_to_mate() const;
    /// Where nothing is left: whether the other side might mate. Not so where no exit, no mate by it, nothing
    /// that only it could go on with has been seen.
    bool other_may_mate() const { return other_may_mate_; }
    /// Takes one of its positions out of an exit that has some left: one with the kings near each other.
    Position position_after(Exit& exit) const;
    /// The moves from the root to a position taken out of an exit.
    std::vector<Move> line_to(const Exit& exit, const Position& taken) const;

    std::size_t size() const { return arrivals_.size(); }

  private:
    /// A position without the free king.
    struct Frame {
        Position position;
        Bitboard seen;    // squares on which the free king has been
        Bitboard waiting; // of those: yet to be gone on with
        std::uint64_t key;
        Index arrivals; // the last
        Index next;     // that waits
    };
    /// What was gone on with at once.
    struct Play {
        Index frame;
        Bitboard kings; // where the free king may stand
    };
    /// Each square of the free king came to its frame once, by the move of a play; a step of the free king is
    /// one of several.
    struct Arrival {
        Bitboard kings;
        Index play;
        Index earlier; // at the same frame
        Move move;
    };

    void free_side(Index play);
    void shut_side(Index play);
    void see_mate(Side by, Bitboard kings, Index play);
    void pieces(const Position& frame, Bitboard kings, Index play);
    void pawn(const Position& frame, Move pawn, Bitboard kings, Index play);
    void move(const Position& frame, Move move, Bitboard kings, Index play);
    void reach(const Position& frame, Bitboard kings, Index play, Move move);
    Position put(const Position& frame, Square king) const { return frame.with_king(free_, bit(king)); }
    std::size_t rank_of(const Position& frame) const;
    Index intern(const Position& frame);
    const Arrival& arrival(Index frame, Square king) const;
    std::vector<Move> line(Index play, Move move, Square king) const;

    Side winner_, free_, shut_;
    std::vector<Frame> frames_;
    std::vector<Play> plays_;
    std::vector<Arrival> arrivals_;
    std::vector<Index> table_; // of frames; open addressing, a power of two
    /// By rank the frames yet to be gone on with, first come first served: so the squares of the free king
    /// gather.
    static constexpr int ranks = 32;
    struct Queue {
        Index first = none, last = none;
    };
    std::array<Queue, ranks> waiting_;
    std::vector<Exit>* exits_ = nullptr;
    /// Of the play that goes on: from which of its squares the free king's game goes on.
    Bitboard can_move_ = 0;
    /// The frame of the mate found, and where the free king stands.
    Index mate_ = none;
    Square mate_king_{};
    bool other_may_mate_ = false;
};

} // namespace adoube::chess
