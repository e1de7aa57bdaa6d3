#pragma once
// What an arbiter's word has done, in one sentence for him: found by comparing the game before it and after.

#include "daemon/umpire/data/game_record.hpp"
#include "daemon/umpire/data/incident.hpp"
#include "daemon/umpire/data/sight.hpp"

#include <set>

namespace adoube::round {

/// The game at one moment, as far as his words change it.
struct Standing {
    umpire::GameRecord record;
    umpire::Sight board;
    std::vector<umpire::Incident> incidents;
    std::vector<umpire::Proposal> proposals;
    bool paused = false;
    /// Incidents that an arbiter has dismissed, by their number.
    std::set<int> dismissed = {};
};

/// "taken back: 23… d6; on the board d6 must go back to d7". Never empty. The sealed move is not in it.
umpire::ForArbiter outcome(const record::What& what, const Standing& before, const Standing& after);

} // namespace adoube::round
