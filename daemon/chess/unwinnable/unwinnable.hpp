#pragma once
// Whether a side can still mate by any series of legal moves, the opponent helping (Articles 5.2.2, 6.9,
// 9.6). Ignores the move counts and repetitions of Article 9.
//
// Three exact methods: a helpmate search (helpmate.hpp) guided by mating_distance.hpp, or else by one mating
// pattern or breakthrough (mating_pattern.hpp, breakthrough.hpp, kings_way.hpp); proofs from material
// (mating_material.hpp) and reachable squares (reach.hpp, mating_net.hpp); and, in long searches where only
// kings and pawns can move, all positions at once that differ in one king's square (pawn_play.hpp).

#include "daemon/chess/unwinnable/mating.hpp"

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

} // namespace adoube::chess
