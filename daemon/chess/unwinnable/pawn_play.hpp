#pragma once
// All that can arise while hardly anything but kings and pawns can move. One king, the free one, is on many
// squares at once, so that its wandering behind a pawn wall makes a few positions, not thousands.

#include "daemon/chess/position.hpp"

#include <cstdint>
#include <vector>

namespace adoube::chess {

class PawnPlay {
  public:
    using Index = std::uint32_t;
    static constexpr Index none = ~Index{0};

    /// Positions that no longer fit, made by `move` from `play`.
    struct Exit {
        Position frame; // without the free king
        Bitboard kings; // its squares
        Index play;
        Move move;
    };

    /// Other pieces have hardly any moves; no castling, no en passant.
    static bool fits(const Position& position);

    /// `root` must fit; looks for mates by `winner`.
    PawnPlay(const Position& root, Side winner);

    /// Expands one frame and appends its exits; false when nothing is left.
    bool go_on(std::vector<Exit>& exits);

    bool has_mate() const { return mate_ != none; }
    std::vector<Move> line_to_mate() const;
    /// Once nothing is left, false proves that the other side cannot mate: no exit, no mate by it, no
    /// position that only it could win was seen.
    bool other_may_mate() const { return other_may_mate_; }
    /// Takes one position out of a non-empty exit, with the kings close.
    Position position_after(Exit& exit) const;
    /// From the root to that position.
    std::vector<Move> line_to(const Exit& exit, const Position& taken) const;

    std::size_t size() const { return arrivals_.size(); }

  private:
    struct Frame {
        Position position;
        Bitboard seen;    // where the free king has been
        Bitboard waiting; // of these, not yet expanded
        std::uint64_t key;
        Index arrivals; // the last
        Index next;     // in the queue
    };
    struct Play {
        Index frame;
        Bitboard kings; // of the free king
    };
    /// How each square of the free king first came to its frame; a step of the free king stands for several.
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
    /// First in, first out, so that squares of the free king gather.
    static constexpr int ranks = 32;
    struct Queue {
        Index first = none, last = none;
    };
    std::array<Queue, ranks> waiting_;
    std::vector<Exit>* exits_ = nullptr;
    /// Squares of the free king for which the current play has a move.
    Bitboard can_move_ = 0;
    Index mate_ = none;
    Square mate_king_{};
    bool other_may_mate_ = false;
};

} // namespace adoube::chess
