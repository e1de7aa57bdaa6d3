#include "daemon/server/wall.hpp"

#include <boost/json.hpp>

namespace adoube::server {

std::string to_json(const Wall& wall, bool in_hall) {
    boost::json::object object;
    if (!wall.featured.empty()) object.emplace("featured", boost::json::value_from(wall.featured));
    if (wall.turn_s) object.emplace("turn_s", *wall.turn_s);
    if (wall.page) object.emplace("page", *wall.page);
    if (wall.openings && !in_hall) object.emplace("openings", true);
    return boost::json::serialize(object);
}

} // namespace adoube::server
