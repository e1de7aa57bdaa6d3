#pragma once
// A bound on all that can still happen: for every piece the squares on which it may ever stand. Wider than
// the truth (moves are taken one piece at a time, as if everything that may ever leave a square had left it),
// so what it rules out can never come about.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

/// One piece of the position, through all its future.
struct Unit {
    Side side;
    PieceType type;
    Square start;
    /// Where it may stand; of a pawn only as a pawn.
    Bitboard squares;
    /// Of a pawn: where it may stand as whatever it was promoted to.
    Bitboard promoted;
    /// A pawn that never leaves its file nor the board: nothing passes it there.
    bool bound;
};

struct Reach {
    std::array<Unit, 64> units;
    int count = 0;
    /// The squares whose pieces neither move nor are taken, ever.
    Bitboard firm = 0;

    const Unit* begin() const { return units.data(); }
    const Unit* end() const { return units.data() + count; }
};

/// All that can ever happen. With `kings_apart` the squares of both kings are bound at once where a side has
/// nothing but its king to move: less can happen then, for some microseconds more.
Reach reach_of(const Position& position, bool kings_apart = true);

/// All that can happen until one side, which has only so many pawn moves left and no other, has made them;
/// nothing where no side runs out of moves like that.
std::optional<Reach> reach_until_moves_run_out(const Position& position);

} // namespace adoube::chess
