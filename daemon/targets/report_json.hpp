#pragma once
// How targets fare, for GET /api/targets and GET /api/status. Times are UTC ms, as the hall has it.

#include "daemon/targets/report.hpp"

#include <boost/json/array.hpp>
#include <span>

namespace adoube::targets {

/// {"name":"lichess","kind":"lichess","state":"waiting","happening":"…","to_do":null,"command":null,"behind":1,
///  "held_by_delay":0,"since":…,"next":…,"last_success":…,"reset_waits":false,"games":[GAME,…]}
///
/// `happening` and `to_do` are clauses, as of report_words.hpp; `command` is "push" or "reset", where that is
/// what to do. GAME has the members of GameReport.
boost::json::array to_json(std::span<const Report> reports);

} // namespace adoube::targets
