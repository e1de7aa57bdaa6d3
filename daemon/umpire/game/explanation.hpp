#pragma once
// The umpire's reasons in words, for developers and for an arbiter who asks.

#include "daemon/umpire/hands/readings.hpp"

namespace adoube::umpire {

/// One line per possible reading, the recorded one first: its moves since `before`, squares touched since,
/// the likeliest move standing on the board, and the doubts that not all readings share.
std::string explanation(const chess::Position& before, const Readings& readings);

} // namespace adoube::umpire
