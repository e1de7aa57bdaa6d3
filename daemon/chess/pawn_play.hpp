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

    /// A position that no longer fits, and the play in which `move` made it.
    struct Exit {
        Position position;
        Index play;
        Move move;
    };

    /// Other pieces than kings and pawns have next to no moves; no castling, no pawn to be taken in passing.
    static bool fits(const Position& position);

    /// Of a position that fits: looks for mates by `winner`.
    PawnPlay(const Position& root, Side winner);

    /// Goes on by one play, adds the exits found to `exits`; false when nothing is left.
    bool go_on(std::vector<Exit>& exits);

    /// A mate was found, in this play with the free king here.
    bool has_mate() const { return mate_ != none; }
    std::vector<Move> line_to_mate() const;
    /// The moves from the root to an exit.
    std::vector<Move> line_to(const Exit& exit) const;

    std::size_t size() const { return plays_.size(); }

  private:
    /// A position without the free king.
    struct Frame {
        Position position;
        Bitboard seen; // squares of the free king gone through
        std::uint64_t key;
    };
    struct Play {
        Index frame;
        Bitboard kings; // where the free king may stand
        Index parent;
        Index next; // that waits
        Move move;  // that led here; a step of the free king is one of several
    };

    void free_side(Index play);
    void shut_side(Index play);
    void see_mate(Bitboard kings, Index play);
    void pieces(const Position& frame, Bitboard kings, Index play);
    void pawn(const Position& frame, Move pawn, Bitboard kings, Index play);
    void move(const Position& frame, Move move, Bitboard kings, Index play);
    void reach(const Position& frame, Bitboard kings, Index play, Move move);
    Position put(const Position& frame, Square king) const;
    std::size_t rank_of(const Position& frame) const;
    Index intern(const Position& frame);
    std::vector<Move> line(Index play, Move move, Square king) const;

    Side winner_, free_, shut_;
    std::vector<Frame> frames_;
    std::vector<Play> plays_;
    std::vector<Index> table_; // of frames; open addressing, a power of two
    /// By rank the plays yet to be gone on with, first come first served: so the squares of the free king
    /// gather.
    static constexpr int ranks = 32;
    struct Queue {
        Index first = none, last = none;
    };
    std::array<Queue, ranks> waiting_;
    std::vector<Exit>* exits_ = nullptr;
    /// Of the play that goes on: from which of its squares the free king's game goes on.
    Bitboard can_move_ = 0;
    Index mate_ = none;
    Square mate_king_{};
};

} // namespace adoube::chess
