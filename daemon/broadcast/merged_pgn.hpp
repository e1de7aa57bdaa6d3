#pragma once
// The rounds of several daemons as one.

#include <span>
#include <string>
#include <string_view>

namespace adoube::broadcast {

/// The games of all, in order, byte for byte. Games without a GameId, and those whose GameId came before, are
/// left out: a reader would take them for one.
std::string merged_pgn(std::span<const std::string_view> rounds);

} // namespace adoube::broadcast
