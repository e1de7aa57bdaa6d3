#pragma once
// A game as JSON, for --json.

#include "daemon/chess/notation/notation.hpp"
#include "daemon/chess/notation/pgn.hpp"

#include <boost/json/object.hpp>

namespace adoube::tools {

/// {"tags":{…},"start":FEN,"moves":["e4",…],"clocks_ms":[5390000,…],"result":"1-0"}: moves in that notation,
/// and after each what its mover's clock showed, or null.
boost::json::object json_of(const chess::PgnGame& game, const chess::Notation& notation);

} // namespace adoube::tools
