#include "daemon/server/wall.hpp"

#include <boost/json.hpp>

namespace adoube::server {

std::string to_json(const Wall& wall) {
    boost::json::object object;
    if (!wall.featured.empty()) object.emplace("featured", boost::json::value_from(wall.featured));
    if (wall.turn_s) object.emplace("turn_s", *wall.turn_s);
    if (wall.page) object.emplace("page", *wall.page);
    return boost::json::serialize(object);
}

} // namespace adoube::server
