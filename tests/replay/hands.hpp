#pragma once
// Hands that carry out one move: every order of steps, slides, bounces and pauses that the contract allows.

#include "tests/replay/dice.hpp"
#include "tests/replay/knobs.hpp"
#include "tests/replay/timeline.hpp"

namespace adoube::replay {

/// What the hands of one game can rely on.
struct Table {
    record::Sensing sensing;
    laws::Edition laws;
    bool lever;
    Knobs knobs;
};

/// All of it outlives the hands.
class Hands {
  public:
    Hands(const Table& table, Timeline& timeline, Dice& dice) : table_(table), time_(timeline), dice_(dice) {}

    /// `move` is legal in `before`, and the board shows `before`; but for a normal move the piece may already
    /// stand on `stands_on`, an empty square of `before`.
    void make(const Position& before, Move move, std::optional<Square> stands_on = std::nullopt);

    /// Only the pawn goes to the last rank; the exchange comes later.
    void leave_pawn(const Position& before, Move move);
    void exchange_pawn(Move move);

    /// Lifted for 400 ms or longer and put back, here and there over other squares.
    void touch(Square square);
    /// The piece is left on `to`, an empty square, for at least a second.
    void leave_on(Square from, Square to);
    /// From one square to another, empty one or one on which a captured piece stood.
    void carry(Square from, Square to);
    /// A piece of the other side goes off the board.
    Piece remove(Square square);
    /// Between two steps of one move.
    void pause();

  private:
    void capture(const Position& before, Move move, Square from);
    void missed_lift(Square from, Square to);
    void en_passant(Move move);
    void castle(const Position& before, Move move);
    void castle_in_turn(Move move, bool at_once);
    void castle_both_in_hand(Move move, bool rook_first_lifted);
    void promote(const Position& before, Move move);
    void promote_piece_first(const Position& before, Move move);
    void promote_pawn_off(const Position& before, Move move);

    /// Slides towards `to`; the square on which the piece then stands, for a moment.
    Square slide(Square from, Square to);
    std::vector<Square> way(Square from, Square to);
    void hop(Square from, Square to, bool sliding);
    void settle(Square square);
    void hold();
    /// Under presence a missed lift leaves only the lift of the mover: one capture must be possible.
    bool can_miss_lift(const Position& before, Move move) const;
    bool any_order() { return dice_.chance(table_.knobs.orders); }
    bool presence() const { return table_.sensing == record::Sensing::presence; }

    const Table& table_;
    Timeline& time_;
    Dice& dice_;
};

} // namespace adoube::replay
