#pragma once
// Games typed in from scoresheets or books: the tags of PGN, or none, and moves in any notation.

#include "daemon/chess/notation/notation.hpp"
#include "daemon/chess/notation/pgn.hpp"

namespace adoube::tools {

/// All games of a text, the bad ones as errors. Lines that begin with "[" are tags and begin a game; then
/// come moves and their numbers, parted by spaces or lines, and a result, which ends the game.
std::vector<std::expected<chess::PgnGame, chess::PgnError>> read_notated(std::string_view text,
                                                                         const chess::Notation& notation);

} // namespace adoube::tools
