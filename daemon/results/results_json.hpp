#pragma once
// The results of a round as JSON, for pages and --json.

#include "daemon/results/hall_results.hpp"

#include <boost/json/object.hpp>

namespace adoube::results {

/// {"round":"3","games":[{"board":1,"game":"E-r3-b1","white":"Adams, Ann","black":"Baker,
/// Ben","result":"1-0", "confirmed":true},…],"open":["open: …"]}. `round` 0: that of the games. `round` and
/// `result` may be null; `confirmed`: by an arbiter (8.7).
boost::json::object results_json(const std::vector<HallGame>& games, int round);

} // namespace adoube::results
