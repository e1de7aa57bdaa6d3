#pragma once
// Which game is on which board. TRF does not say: a list of pairings does; without one it can only be
// proposed.

#include "daemon/tournament/player.hpp"

#include <string>
#include <vector>

namespace adoube::tournament {

/// As pairing programs number boards: by the higher of the two scores, then their sum, then the lower start
/// number; each from the best. A proposal, as organisers move games by hand. Games that have a board keep it.
void propose_boards(std::vector<Pairing>& pairings);

/// Boards as `list` has them. One sentence for each game that is in one of the two only, or differs in its
/// colours.
std::vector<std::string> take_boards(std::vector<Pairing>& pairings, const std::vector<Pairing>& list);

} // namespace adoube::tournament
