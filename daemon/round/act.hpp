#pragma once
// What an arbiter did with a game, or entered of what its players said.

#include "daemon/record/game_entry.hpp"
#include "daemon/record/input.hpp"

#include <optional>

namespace adoube::round {

struct Act {
    GameMs t_ms{};
    record::What what; // without a sealed move
    std::string by;    // as "Anna (token 3)"; empty: from the daemon's own computer
};

/// Empty for what a board or the daemon told. `moves_are_entered`: as no board tells them; they are the game
/// then, and nobody's decision.
std::optional<Act> act_of(const record::Entry& entry, const record::Input& input, bool moves_are_entered);

} // namespace adoube::round
