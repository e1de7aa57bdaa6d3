#pragma once
// The kings in the centre: how players tell the board that the game is over, and who won it.

#include "daemon/umpire/readings.hpp"

#include <limits>

namespace adoube::umpire {

class CentreKings {
  public:
    /// To be told before the readings are, so that the game can be taken up from before the first king was
    /// lifted.
    void lift(Square square, std::int64_t t_ms, const Readings& before);
    void drop(Square square, std::int64_t t_ms);
    /// A press or another move made: the kings lifted until then were moving in the game.
    void forget(std::int64_t until_ms = std::numeric_limits<std::int64_t>::max());

    /// What the kings say, should they stay; empty where both do not stand in the centre.
    std::optional<chess::Result> shown(const Sight& sight) const;
    /// The readings before the first king was lifted; only where `shown` says something.
    const Readings& before() const;
    /// Squares of the centre that were cleared before the first king came, or on which he was seen before he
    /// left his own.
    static chess::Bitboard cleared_for(const Readings& before);

  private:
    struct Lifted {
        Readings before;
        std::int64_t t_ms;
        Square from;
    };
    const Lifted& first() const;

    std::array<std::optional<Lifted>, 2> lifted_;
    std::array<std::int64_t, 64> set_ms_{};
};

} // namespace adoube::umpire
