#pragma once
// The game at one moment, to judge a command or describe its effect.

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
    bool sealed = false;
    /// By side: an unanswered offer or claim of a draw.
    std::array<bool, 2> offers_draw = {};
    /// By number.
    std::set<int> dismissed = {};
    bool electronics = true; // `board` is what a board tells
};

/// A move was made, replaced or completed.
bool is_entered(const umpire::GameRecord& before, const umpire::GameRecord& after);

} // namespace adoube::round
