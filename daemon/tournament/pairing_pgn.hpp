#pragma once
// PGN as a list of pairings: games without moves, the board in Round "3.7", Board or Table.

#include "daemon/tournament/player.hpp"

#include <expected>
#include <optional>

namespace adoube::tournament {

/// `round`: only its games; empty: the last round of the file. The error names the line.
std::expected<RoundPairings, std::string> pairings_of_pgn(std::string_view bytes, std::optional<int> round);

} // namespace adoube::tournament
