#pragma once
// The rounds of several daemons as one.

#include <span>
#include <string>
#include <string_view>

namespace adoube::broadcast {

/// Takes the first game off: up to where the next begins, at an empty line that a tag follows.
std::string_view take_game(std::string_view& pgn);
/// Its tag GameId; empty if there is none.
std::string_view id_of(std::string_view game);

/// The games of all, in order, byte for byte. Games without a GameId, and those whose GameId came before, are
/// left out: a reader would take them for one.
std::string merged_pgn(std::span<const std::string_view> rounds);

} // namespace adoube::broadcast
