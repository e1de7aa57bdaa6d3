#pragma once
// A plan for a mate of the king where it stands: a supported queen (or pawn to become one) beside it, or a
// rook on its line. An estimate; only orders the moves of planned_mate.hpp.

#include "daemon/chess/position.hpp"

namespace adoube::chess {

struct MatePlan {
    /// More than any plan is far.
    static constexpr int none = 400;
    /// In tenths of a move of the winner, with what stands in the way.
    int far = none;
    /// By type, where the winner's pieces go next, of those on `from`.
    std::array<Bitboard, all_piece_types.size()> to{};
    Bitboard from = ~Bitboard{0};
    /// What the loser has there is in the way.
    Bitboard leave = 0;

    Bitboard next(PieceType type) const { return to[static_cast<std::size_t>(type)]; }
};

/// The nearest; `far` is `most` + 1 if all are farther than that.
MatePlan plan_mate(const Position& position, Side winner, int most = MatePlan::none - 1);

} // namespace adoube::chess
