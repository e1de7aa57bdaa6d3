#pragma once
// What is doubtful about a round of pairings before it starts.

#include "daemon/tournament/player.hpp"

#include <set>

namespace adoube::tournament {

struct Doubts {
    std::vector<std::string> wrong;   // to be put right before the round is armed, a sentence each
    std::vector<std::string> remarks; // it can be played so
};

/// "nobody has an opponent in round 5: the file has rounds 1 to 3"
std::string no_opponents(const RoundPairings& round);

/// `tables`: the numbers of the hall's tables; empty: not known.
Doubts doubts_of(const RoundPairings& round, const std::set<int>& tables = {});

} // namespace adoube::tournament
