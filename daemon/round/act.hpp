#pragma once
// What an arbiter did with a game, or entered of what its players said.

#include "daemon/record/game_entry.hpp"
#include "daemon/record/input.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace adoube::round {

struct Act {
    GameMs t_ms{};
    record::What what; // without a sealed move
    std::string by;    // as "Anna (token 3)"; empty: from the daemon's own computer
    /// What White's and Black's clock got by it, where that is known and clocks are kept.
    std::array<std::int64_t, 2> added_ms{};
};

/// Empty for what a board or the daemon told. `moves_are_entered`: as no board tells them; they are the game
/// then, and nobody's decision.
std::optional<Act> act_of(const record::Entry& entry, const record::Input& input, bool moves_are_entered);

} // namespace adoube::round
