#pragma once
// The GameId under which the public sees a game.

#include <optional>
#include <string>

namespace adoube::round {

/// The public GameId once a game began anew `stood` times from what an illegal move left (A.5.2).
std::string public_id(const std::string& game_id, int stood);
/// The original game's id; empty if `public_id` is one itself.
std::optional<std::string> first_of(const std::string& public_id);

} // namespace adoube::round
