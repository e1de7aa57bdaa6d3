#pragma once
// How many moves a piece needs from one square to another while everything that may ever give way stands
// aside. A guess that only decides where the search for a helpmate looks first.

#include "daemon/chess/unwinnable/reach.hpp"

namespace adoube::chess {

class Routes {
  public:
    explicit Routes(const Position& root);

    /// More than any way there is.
    static constexpr int none = 40;

    /// Of a knight, bishop, rook or queen.
    int of_piece(PieceType type, Square from, Square to) const {
        return pieces_[static_cast<int>(type)][index(from)][index(to)];
    }
    /// Where the king of `side` may ever stand.
    Bitboard king_squares(Side side) const { return king_squares_[static_cast<int>(side)]; }

    /// What can ever happen from the root on.
    const Reach& reach() const { return reach_; }

  private:
    using Table = std::array<std::array<std::uint8_t, 64>, 64>;

    Reach reach_;
    std::array<Table, 6> pieces_;
    std::array<Bitboard, 2> king_squares_{};
};

} // namespace adoube::chess
