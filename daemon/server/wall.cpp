#include "daemon/server/wall.hpp"

#include "daemon/server/own_networks.hpp"

#include <boost/json.hpp>

namespace adoube::server {

bool is_in_hall(const Wall& wall, const Address& screen) {
    static const auto local = Networks::local();
    return wall.hall ? wall.hall->have(screen) : local.have(screen) || is_in_own_network(screen);
}

bool may_have_standings(const Wall& wall, bool in_hall) { return !in_hall || wall.standings_in_hall; }

std::string to_json(const Wall& wall, const Screen& screen) {
    boost::json::object object;
    if (!wall.boards.empty()) object.emplace("boards", wall.boards);
    if (!wall.featured.empty()) object.emplace("featured", boost::json::value_from(wall.featured));
    if (wall.turn_s) object.emplace("turn_s", *wall.turn_s);
    if (wall.page) object.emplace("page", *wall.page);
    if (wall.openings && !screen.in_hall) object.emplace("openings", true);
    if (screen.standings > 0 && may_have_standings(wall, screen.in_hall))
        object.emplace("standings", screen.standings);
    return boost::json::serialize(object);
}

} // namespace adoube::server
