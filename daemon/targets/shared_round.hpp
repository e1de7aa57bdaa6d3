#pragma once
// A round of a lichess broadcast is meant for one round of the tournament; told where it gets several.

#include "daemon/targets/settings.hpp"

#include <set>

namespace adoube::targets {

/// "round 2", "rounds 1, 2".
std::string rounds_in_words(const std::set<std::string>& rounds);

/// What to do, as a clause.
inline constexpr auto give_each_its_own =
    "for each round its own, add a [[target]] to the configuration with the url of that round and round = "
    "its "
    "number, write round beside this one, too, and start the daemon again: the games lose nothing";

/// Before games of `round` go into a target that shows `shown`: one sentence; empty where they may.
std::string doubt_of_round(const Settings& target, const std::set<std::string>& shown,
                           const std::string& round);

} // namespace adoube::targets
