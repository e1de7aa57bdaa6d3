#pragma once
// A list of pairings as rows of columns: our own, or one exported from a results site (Bo., No., Name, Rtg,
// twice No. and Rtg, first for White), in English, German, Spanish, French, Italian and Portuguese. Columns
// stand between semicolons, commas or tabs, texts with one in double quotes; lines above the header are
// titles.
//
// Ours: board, round, white, black; white_no, white_title, white_rating, white_federation, white_fide_id,
// white_team, and the same of black. Only white and black are required.

#include "daemon/tournament/player.hpp"

#include <expected>
#include <optional>

namespace adoube::tournament {

/// `round`: only its rows, where rows tell their round. The error is one sentence.
std::expected<RoundPairings, std::string> pairings_of_csv(std::string_view bytes, std::optional<int> round);

} // namespace adoube::tournament
