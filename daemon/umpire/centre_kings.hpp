#pragma once
// The kings in the centre: how players tell the board that the game is over, and who won it.

#include "daemon/umpire/readings.hpp"

namespace adoube::umpire {

class CentreKings {
  public:
    /// To be told before the readings are, so that the game can be taken up from before the first king was
    /// lifted.
    void lift(Square square, std::int64_t t_ms, const Readings& before);
    void drop(Square square);
    /// A press or another move made: the kings lifted so far were moving in the game.
    void forget();

    /// What the kings say, should they stay; empty where both do not stand in the centre.
    std::optional<chess::Result> shown(const Sight& sight) const;
    /// The readings before the first king was lifted; only where `shown` says something.
    const Readings& before() const;

  private:
    struct Lifted {
        Readings before;
        std::int64_t t_ms;
        Square from;
    };
    std::array<std::optional<Lifted>, 2> lifted_;
    chess::Bitboard set_ = 0;
};

} // namespace adoube::umpire
