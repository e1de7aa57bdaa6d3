#pragma once
// Games typed from scoresheets or books, in any notation.

#include "daemon/chess/notation/notation.hpp"
#include "daemon/chess/notation/pgn.hpp"

namespace adoube::tools {

/// Bad games are errors. Lines that begin with "[" are tags and start a game; moves and their numbers follow,
/// separated by spaces or lines, then a result, which ends it.
std::vector<std::expected<chess::PgnGame, chess::PgnError>> read_notated(std::string_view text,
                                                                         const chess::Notation& notation);

} // namespace adoube::tools
