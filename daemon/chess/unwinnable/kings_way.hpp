#pragma once
// How many moves it takes until a king stands on a square, whoever makes them: his own, and one for each
// piece that must first step aside because it stands in his way or guards it. Each of these moves brings him
// nearer, so that a search is not lost among all that the other pieces can do meanwhile. A guess.

#include "daemon/chess/unwinnable/routes.hpp"

namespace adoube::chess {

class KingsWay {
  public:
    /// `routes` from the root of the search.
    KingsWay(const Routes& routes, const Position& position, Side side);

    /// Routes::none where the king never gets there.
    int to(Square square) const;
    /// To any other square.
    int off() const;

  private:
    /// A step to a square costs itself and what must step aside, but no more than `most_price`;
    /// `price_if_shut` where pawns shut it that cannot be pushed now.
    static constexpr int most_price = 8, price_if_shut = 12;

    Bitboard king_;
    /// By price less one.
    std::array<Bitboard, price_if_shut> steps_{};
};

} // namespace adoube::chess
