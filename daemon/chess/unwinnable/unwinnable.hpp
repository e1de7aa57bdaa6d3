#pragma once
// Whether a side can still mate (Articles 5.2.2, 6.9, 9.6): by any series of legal moves, the opponent
// helping. The clock of moves and the repetitions of Article 9 do not count here.
//
// Three ways, each exact: a search for a helpmate that goes on from where a mate looks nearest (helpmate.hpp,
// guided by mating_distance.hpp, and where that leads nowhere by one mating pattern or one breakthrough at a
// time: mating_pattern.hpp, breakthrough.hpp, both with kings_way.hpp); proofs that none can come about, from
// the material (mating_material.hpp) and from the squares that pieces can ever reach (reach.hpp,
// mating_net.hpp); and, where only kings and pawns can move and the search grows long, all positions at once
// that differ in the square of one king (pawn_play.hpp).

#include "daemon/chess/unwinnable/mating.hpp"

namespace adoube::chess {

/// Positions looked at before giving up.
inline constexpr std::uint64_t most_mating_nodes = 300'000;

/// Never wrong: `possible` where a mate was found, `impossible` where there is a proof that none exists,
/// `undecided` where `most_nodes` positions did not suffice. The same answer on every machine.
Mating can_mate(const Position& position, Side side, std::uint64_t most_nodes = most_mating_nodes);

struct WhoCanMate {
    Mating white, black;
};

/// Both sides at once, for less where nobody can.
WhoCanMate who_can_mate(const Position& position, std::uint64_t most_nodes = most_mating_nodes);

/// The position is dead (5.2.2): neither side can mate. False where that is undecided.
bool is_dead(const Position& position, std::uint64_t most_nodes = most_mating_nodes);

} // namespace adoube::chess
