#pragma once
// The results of a round as a daemon sends them: a JSON list of games, each with `id`, `board`, `tags`,
// `score` ("1-0", "+/-", …, absent while it does not stand), `confirmed` and `pgn`.

#include "daemon/results/hall_results.hpp"

#include <string_view>

namespace adoube::results {

std::string to_json(const std::vector<HallGame>& games);
/// The error is one sentence.
std::expected<std::vector<HallGame>, std::string> from_json(std::string_view text);

} // namespace adoube::results
