#pragma once
// A round of pairings as JSON, for pages and --json.

#include "daemon/tournament/player.hpp"

#include <boost/json/object.hpp>

namespace adoube::tournament {

/// {"round":3,"rounds":[1,2,3],"games":[{"board":1,"white":PLAYER,"black":PLAYER},…],"byes":["Eder, Eve"]};
/// PLAYER: {"name":"Adams, Ann","title":"GM","rating":"2500","team":"A-Town"}; `board` 0: none is given.
boost::json::object to_json(const RoundPairings& round);

} // namespace adoube::tournament
