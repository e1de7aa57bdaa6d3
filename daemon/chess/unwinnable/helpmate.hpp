#pragma once
// The search for a helpmate: both players help, so it is the search for a way in a graph, not a game.

#include "daemon/chess/unwinnable/mating.hpp"

#include <vector>

namespace adoube::chess {

struct Helpmate {
    Mating found = Mating::undecided;
    /// From the position to the mate, where one is possible.
    std::vector<Move> line;
    /// Positions looked at.
    std::uint64_t nodes = 0;
    /// It has come out on the way that the other side cannot mate either.
    bool neither = false;
};

/// A mate by `winner`. `impossible` where every position that can arise has been looked at.
Helpmate find_helpmate(const Position& position, Side winner, std::uint64_t most_nodes);

} // namespace adoube::chess
