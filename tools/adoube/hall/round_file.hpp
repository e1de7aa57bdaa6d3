#pragma once
// A hall's configuration for one round. Comments are not kept.

#include "daemon/tournament/player.hpp"

#include <expected>
#include <set>
#include <string_view>

namespace adoube::tools {

/// The numbers of the hall's tables. The error is one sentence.
std::expected<std::set<int>, std::string> tables_of(std::string_view toml);

/// With this round and its pairings; a table that the hall lacks is added, without electronics.
std::expected<std::string, std::string> with_round(std::string_view toml,
                                                   const tournament::RoundPairings& round);

} // namespace adoube::tools
