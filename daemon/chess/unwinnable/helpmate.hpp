#pragma once
// The search for a helpmate: both players cooperate, so it seeks a path, not a game value.

#include "daemon/chess/unwinnable/mating.hpp"

#include <vector>

namespace adoube::chess {

struct Helpmate {
    Mating found = Mating::undecided;
    /// To the mate, if possible.
    std::vector<Move> line;
    std::uint64_t nodes = 0;
    /// The search also proved that the other side cannot mate.
    bool neither = false;
};

/// By plan (planned_mate.hpp), or else by search_helpmate(), which may look at `most_nodes` more.
Helpmate find_helpmate(const Position& position, Side winner, std::uint64_t most_nodes);

/// `impossible`: all that can arise was searched or ruled out.
Helpmate search_helpmate(const Position& position, Side winner, std::uint64_t most_nodes);

} // namespace adoube::chess
