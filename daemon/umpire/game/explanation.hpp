#pragma once
// Why the umpire thinks so, in words: for developers, and for an arbiter who asks.

#include "daemon/umpire/hands/readings.hpp"

namespace adoube::umpire {

/// A line for each reading that is still possible, that which is written first: its moves since `before`, the
/// squares touched since, the likeliest move that stands on the board, and what it asks one to believe that
/// not all of them do.
std::string explanation(const chess::Position& before, const Readings& readings);

} // namespace adoube::umpire
