#pragma once
// The lengths for which a board can be computed.

#include "tools/adoube/design/placements.hpp"

#include <optional>
#include <string>

namespace adoube::tools::design {

/// As somebody would write it: 20, 20.5.
std::string in_words(double length);

/// One sentence where nothing can be computed: the option, its value, and what it may be.
std::optional<std::string> impossible(const Board& board);

} // namespace adoube::tools::design
