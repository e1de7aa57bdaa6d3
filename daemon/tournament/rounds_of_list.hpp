#pragma once
// A list may hold several rounds, or not say which it is. Internal.

#include "daemon/tournament/player.hpp"

#include <expected>
#include <optional>

namespace adoube::tournament {

/// By number; 0: what the list gives no round.
using RoundsOfList = std::map<int, RoundPairings>;

/// The one that is wanted, else the last. What has no round is of the round that is wanted where the list
/// names none at all; the error asks for it.
std::expected<RoundPairings, std::string> chosen(RoundsOfList rounds, std::optional<int> wanted);

} // namespace adoube::tournament
