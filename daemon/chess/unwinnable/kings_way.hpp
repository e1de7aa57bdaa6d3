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
    int to(Square square);
    /// To any other square.
    int off();

  private:
    void look_further();
    void reach(Bitboard reached);

    /// A step costs 1 and what must step aside, at most `most_price`; `price_if_shut` behind blocked pawns.
    static constexpr int most_price = 8, price_if_shut = 12;

    Bitboard king_;
    /// By price - 1.
    std::array<Bitboard, price_if_shut> steps_{};
    /// By cost, as far as it was asked: where the king comes for it, and what lies beside.
    std::array<Bitboard, Routes::none> reached_, beside_;
    Bitboard seen_ = 0;
    int looked_ = 0;
};

/// Of both sides in one position, each found once it is asked for.
class KingsWays {
  public:
    KingsWays(const Routes& routes, const Position& position) : routes_(routes), position_(position) {}

    KingsWay& of(Side side) {
        auto& way = ways_[static_cast<int>(side)];
        return way ? *way : way.emplace(routes_, position_, side);
    }

  private:
    const Routes& routes_;
    const Position& position_;
    std::array<std::optional<KingsWay>, 2> ways_;
};

} // namespace adoube::chess
