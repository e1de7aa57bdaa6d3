#pragma once
// The game at one moment, as far as the word of an arbiter or a player is judged by it, or changes it.

#include "daemon/umpire/data/game_record.hpp"
#include "daemon/umpire/data/incident.hpp"
#include "daemon/umpire/data/sight.hpp"

#include <set>

namespace adoube::round {

struct Standing {
    laws::Edition laws;
    umpire::GameRecord record;
    umpire::Sight board;
    std::vector<umpire::Incident> incidents;
    std::vector<umpire::Proposal> proposals;
    bool paused = false;
    /// Adjourned, with a sealed move.
    bool sealed = false;
    /// By side: a draw was offered, be it by a claim, and is not answered yet.
    std::array<bool, 2> offers_draw = {};
    /// Incidents that an arbiter has dismissed, by their number.
    std::set<int> dismissed = {};
};

/// A move was entered: made, or put in place of the last, or complete now.
bool is_entered(const umpire::GameRecord& before, const umpire::GameRecord& after);

} // namespace adoube::round
