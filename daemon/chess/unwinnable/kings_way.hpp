#pragma once
// Estimates the moves until a king stands on a square: its own, and one per piece that must stop blocking or
// guarding its way. Each of them is progress, so the search is not lost among all other moves.

#include "daemon/chess/unwinnable/routes.hpp"

namespace adoube::chess {

class KingsWay {
  public:
    /// `routes` from the root of the search.
    KingsWay(const Routes& routes, const Position& position, Side side);

    /// Routes::none if never.
    int to(Square square) const;
    /// To any other square.
    int off() const;

  private:
    /// A step costs 1 and what must step aside, at most `most_price`; `price_if_shut` behind blocked pawns.
    static constexpr int most_price = 8, price_if_shut = 12;

    Bitboard king_;
    /// By price - 1.
    std::array<Bitboard, price_if_shut> steps_{};
};

} // namespace adoube::chess
