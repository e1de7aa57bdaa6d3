#pragma once
// Hands carry out one move, with every order, slide, bounce and pause that the contract allows.

#include "tests/replay/dice.hpp"
#include "tests/replay/knobs.hpp"
#include "tests/replay/timeline.hpp"

namespace adoube::replay {

/// The setting of one game.
struct Table {
    record::Sensing sensing;
    laws::Edition laws;
    bool lever;
    Knobs knobs;
};

/// The arguments outlive the hands.
class Hands {
  public:
    Hands(const Table& table, Timeline& timeline, Dice& dice) : table_(table), time_(timeline), dice_(dice) {}

    /// `move` is legal in `before`, which the board shows; but for a normal move its piece may stand on
    /// `stands_on`, empty in `before`.
    void make(const Position& before, Move move, std::optional<Square> stands_on = std::nullopt);

    /// Only the pawn's step to the last rank.
    void leave_pawn(const Position& before, Move move);
    void exchange_pawn(Move move);

    /// Lifted for at least 400 ms and put back, sometimes over other squares.
    void touch(Square square);
    /// For at least a second; `to` is empty.
    void leave_on(Square from, Square to);
    /// `to` is empty, or a captured piece stood there.
    void carry(Square from, Square to);
    /// Takes an enemy piece off.
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

    /// Returns where the piece stands for a moment.
    Square slide(Square from, Square to);
    std::vector<Square> way(Square from, Square to);
    void hop(Square from, Square to, bool sliding);
    void settle(Square square);
    void hold();
    /// Under presence only the mover's lift is left: just one capture may be possible.
    bool can_miss_lift(const Position& before, Move move) const;
    bool any_order() { return dice_.chance(table_.knobs.orders); }
    bool presence() const { return table_.sensing == record::Sensing::presence; }

    const Table& table_;
    Timeline& time_;
    Dice& dice_;
};

} // namespace adoube::replay
