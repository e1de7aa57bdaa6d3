#pragma once
// A hall's configuration for one round. Comments are not kept.

#include "daemon/tournament/player.hpp"

#include <expected>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::tools {

/// The numbers of the hall's tables. The error is one sentence.
std::expected<std::set<int>, std::string> tables_of(std::string_view toml);

/// Of targets, by name.
using TargetUrls = std::map<std::string, std::string>;

struct RoundFile {
    std::string toml;
    std::vector<std::string> remarks; // one sentence each
};
/// With this round and its pairings, and these targets for it at other URLs; a table that the hall lacks is
/// added, without electronics. Remarks on rounds of lichess that stay those of another round.
std::expected<RoundFile, std::string>
with_round(std::string_view toml, const tournament::RoundPairings& round, const TargetUrls& urls);

} // namespace adoube::tools
