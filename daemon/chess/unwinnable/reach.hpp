#pragma once
// The squares on which each piece may ever stand. Each moves as if all that may ever leave a square had left
// it, so the bound is wider than the truth, and what it rules out can never happen.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

/// One piece throughout the game.
struct Unit {
    Side side;
    PieceType type;
    Square start;
    /// A pawn's only until it promotes.
    Bitboard squares;
    /// A pawn's once promoted.
    Bitboard promoted;
    /// A pawn that never leaves its file or the board; nothing passes it.
    bool bound;
};

struct Reach {
    std::array<Unit, 64> units;
    int count = 0;
    /// Squares whose pieces never move and are never captured.
    Bitboard firm = 0;

    const Unit* begin() const { return units.data(); }
    const Unit* end() const { return units.data() + count; }
};

/// `kings_apart` bounds both kings jointly while one side has only king moves: tighter, for some microseconds
/// more.
Reach reach_of(const Position& position, bool kings_apart = true);

/// What can happen until a side with only pawn moves left runs out of them; empty if neither does.
std::optional<Reach> reach_until_moves_run_out(const Position& position);

} // namespace adoube::chess
