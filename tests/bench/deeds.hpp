#pragma once
// What boards that sense presence see of games.

#include "boards.hpp"
#include "daemon/chess/notation/pgn.hpp"
#include "tests/played_games.hpp"

namespace adoube::bench {

/// Of one move; the press of the clock is the last.
using Ply = std::vector<Deed>;

/// From games that come with the project, the same on every machine, of 60 plies or more: the nth is always
/// the same.
class Games {
  public:
    Games();
    const chess::PgnGame& at(std::size_t n) const { return games_[n % games_.size()]; }
    const std::vector<Ply>& plies(std::size_t n) const { return plies_[n % plies_.size()]; }

  private:
    std::vector<chess::PgnGame> games_;
    std::vector<std::vector<Ply>> plies_;
};

/// Of a game of 79 plies in which nothing is captured. Hands that pause for so long are understood at once.
constexpr std::chrono::milliseconds hands_pause{100};
std::vector<Ply> quiet_plies();

/// Eight events: what is lifted first is touched and put back before, and adjusted first where an odd number
/// is wanting.
Ply with_touches(const Ply& ply);

} // namespace adoube::bench
