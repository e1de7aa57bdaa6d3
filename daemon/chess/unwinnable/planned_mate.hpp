#pragma once
// A helpmate by plan: the winner follows mate_plan.hpp, the loser makes any move that does not hinder it;
// without queens a pawn that nothing stops promotes first. A few dozen positions show that nearly every
// position of a game can still be won; finding none says nothing.

#include "daemon/chess/position.hpp"

#include <initializer_list>
#include <vector>

namespace adoube::chess {

struct PlannedMate {
    bool found = false;
    /// Legal moves to the mate.
    std::vector<Move> line;
    std::uint64_t nodes = 0;
};

/// By one of `winners`. Looks at no more than `most_nodes` positions, and at no more than a few hundred.
PlannedMate find_planned_mate(const Position& position, std::initializer_list<Side> winners,
                              std::uint64_t most_nodes);

} // namespace adoube::chess
