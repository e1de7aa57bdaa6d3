#pragma once
// Moves between squares once all that may ever give way has. An estimate; only orders the search for a
// helpmate.

#include "daemon/chess/unwinnable/reach.hpp"

namespace adoube::chess {

class Routes {
  public:
    explicit Routes(const Position& root);

    /// More than any route.
    static constexpr int none = 40;

    /// Not for kings and pawns.
    int of_piece(PieceType type, Square from, Square to) const {
        return pieces_[static_cast<int>(type)][index(from)][index(to)];
    }
    Bitboard king_squares(Side side) const { return king_squares_[static_cast<int>(side)]; }

    const Reach& reach() const { return reach_; }

  private:
    using Table = std::array<std::array<std::uint8_t, 64>, 64>;

    Reach reach_;
    std::array<Table, 6> pieces_;
    std::array<Bitboard, 2> king_squares_{};
};

} // namespace adoube::chess
