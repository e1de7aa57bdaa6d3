#pragma once
// Games to measure with.

#include "daemon/chess/game.hpp"

#include <vector>

namespace adoube::bench {

/// Those of tools/games, and where they are beside the project those of shared/data/games.
std::vector<chess::Game> known_games();

/// Legal and not over, however long: no move repeats a position a third time, and pieces stay on the board
/// as long as they can. Always the same.
chess::Game long_game(std::size_t plies);

} // namespace adoube::bench
