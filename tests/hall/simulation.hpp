#pragma once
// A whole hall in memory, from one seed, without threads, sockets or clocks: boards, cables, computer and
// disk, players, arbiters and the public. Invariants are checked after each step.

#include "tests/hall/scenario.hpp"

#include <map>
#include <string>

namespace adoube::hall {

struct Outcome {
    /// Empty if all held.
    std::string broken;
    /// Hands and presence sensing left the game ambiguous: the umpire misreads even its whole log, and
    /// nothing else went wrong.
    bool is_misread = false;
    Us at = 0;                                 // of the failure, or the end
    std::map<std::string, std::string> logs{}; // by game id, if broken
    std::uint64_t plies = 0, games = 0, games_by_presence = 0, lossy_games = 0, inputs = 0, starts = 0,
                  frames = 0;
};

Outcome simulate(const Scenario& scenario);

/// The least that breaks alike: fewer faults and tables, an early end.
Scenario shrink(Scenario scenario, const Outcome& outcome);

} // namespace adoube::hall
