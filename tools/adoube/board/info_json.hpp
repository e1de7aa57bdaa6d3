#pragma once
// What a board has told of itself, as one JSON object: ../JSON.md has its keys.

#include "daemon/drivers/own/session.hpp"
#include "tools/adoube/board/told.hpp"

#include <boost/json/object.hpp>

namespace adoube::tools {

boost::json::object json_of_ours(const Told& told, const drivers::Session& session);
/// Of a board of another maker.
boost::json::object json_of_others(const Told& told);

} // namespace adoube::tools
