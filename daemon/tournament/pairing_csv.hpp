#pragma once
// A list of pairings as rows of columns: our own, or one exported from a results site (Bo., No., Name, Rtg,
// … Name, Rtg, No., first for White), in English, German, Spanish, French, Italian and Portuguese. Columns
// stand between semicolons, commas or tabs, texts with one in double quotes; lines above the header are
// titles, which may name the round ("Round 3 on 2026/11/29").
//
// Ours: board, round, white, black; white_no, white_title, white_rating, white_federation, white_fide_id,
// white_team, and the same of black. Only white and black are required.

#include "daemon/tournament/player.hpp"

#include <expected>
#include <optional>

namespace adoube::tournament {

/// `round`: which one is wanted; else the last. The error is one sentence, which asks for it where the list
/// does not say.
std::expected<RoundPairings, std::string> pairings_of_csv(std::string_view bytes, std::optional<int> round);

} // namespace adoube::tournament
