#pragma once
// Whether a side can still mate by any series of legal moves, the opponent helping (Articles 5.2.2, 6.9,
// 9.6). Ignores the move counts and repetitions of Article 9.
//
// A mate by plan shows that most positions of games can be won (mate_plan.hpp, planned_mate.hpp). Else three
// exact methods: a helpmate search (helpmate.hpp) guided by mating_distance.hpp, or else by one mating
// pattern or breakthrough (mating_pattern.hpp, breakthrough.hpp, kings_way.hpp); proofs from material
// (mating_material.hpp) and reachable squares (reach.hpp, mating_net.hpp); and, in long searches where only
// kings and pawns can move, all positions at once that differ in one king's square (pawn_play.hpp).

#include "daemon/chess/unwinnable/mating.hpp"

#include <memory>
#include <vector>

namespace adoube::chess {

inline constexpr std::uint64_t most_mating_nodes = 300'000;

/// `possible` and `impossible` are proven, `undecided` means that `most_nodes` did not suffice. The same on
/// every machine.
Mating can_mate(const Position& position, Side side, std::uint64_t most_nodes = most_mating_nodes);

struct WhoCanMate {
    Mating white, black;
};

/// Cheaper than two calls where neither can.
WhoCanMate who_can_mate(const Position& position, std::uint64_t most_nodes = most_mating_nodes);

/// Dead position (5.2.2): neither side can mate. False if undecided.
bool is_dead(const Position& position, std::uint64_t most_nodes = most_mating_nodes);

/// Cheaper than is_dead() for positions of one game in turn: the last helpmate found mostly works from the
/// next one, too. A copy costs next to nothing.
class LastMate {
  public:
    /// As chess::is_dead().
    bool is_dead(const Position& position, std::uint64_t most_nodes = most_mating_nodes);

  private:
    bool leads_on_from(const Position& position);
    void keep(std::vector<Move> line);

    std::shared_ptr<const std::vector<Move>> line_; // by copies
    std::size_t made_ = 0;                          // of its moves
};

} // namespace adoube::chess
