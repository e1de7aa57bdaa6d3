#pragma once
// A whole hall in memory, from one seed, without a thread, a socket or a clock: boards, cables, the computer
// with its disk, players and an arbiter at each board, and the public. After each step all that must always
// hold is looked at.

#include "tests/hall/scenario.hpp"

#include <map>
#include <string>

namespace adoube::hall {

struct Outcome {
    /// What did not hold; empty where all did.
    std::string broken;
    /// The game that broke it is one that the hands and a board of presence leave open: the umpire reads its
    /// whole log otherwise, and nothing else in the hall went wrong.
    bool is_misread = false;
    Us at = 0;                                 // when it came to light, or the end
    std::map<std::string, std::string> logs{}; // of what broke, by game: what the journal has of it
    // For people.
    std::uint64_t plies = 0, games = 0, games_by_presence = 0, lossy_games = 0, inputs = 0, starts = 0,
                  frames = 0;
};

Outcome simulate(const Scenario& scenario);

/// The least of it that still breaks the same: fewer faults, fewer tables, and an end as soon as it breaks.
/// `broken` is what the scenario breaks.
Scenario shrink(Scenario scenario, const Outcome& outcome);

} // namespace adoube::hall
