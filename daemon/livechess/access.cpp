#include "daemon/livechess/access.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace adoube::livechess {
namespace {

using server::Request;
using server::Response;

/// Browsers ask before a page may reach this computer (CORS and Private Network Access), and again before it
/// may read an answer.
Response let_pages_read(Response response, const Request& request) {
    if (request.origin.empty()) return response;
    response.fields.push_back({"Access-Control-Allow-Origin", std::string(request.origin)});
    response.fields.push_back({"Vary", "Origin"});
    if (request.method != "OPTIONS") return response;
    response.fields.push_back({"Access-Control-Allow-Methods", "GET"});
    response.fields.push_back({"Access-Control-Allow-Private-Network", "true"});
    return response;
}

Response in_json(unsigned status, std::string text) {
    return {.status = status, .type = "application/json", .body = std::move(text)};
}

} // namespace

std::optional<Response> refuse(const Request& request, const std::vector<server::Origin>& origins) {
    if (!request.host.empty() && !server::is_own_name(request.host, {}))
        return server::sorry(421, "This computer is localhost here, and goes by no other name.");
    const auto origin = server::parse_origin(request.origin);
    if (request.origin.empty() || (origin && std::ranges::find(origins, *origin) != origins.end()))
        return std::nullopt;
    return server::sorry(403,
                         "Boards are not for pages of this site, unless origins under [livechess] in the "
                         "configuration names it.");
}

Response answer(const Request& request, std::string eboards, const std::string& refusal) {
    const auto path = server::path_of(request.target);
    if (request.method == "OPTIONS") return let_pages_read({.status = 204}, request);
    if (path != eboards_path)
        return server::sorry(404, "Here are /api/v1.0, a WebSocket, and /api/v1.0/eboards.");
    if (request.method != "GET" && request.method != "HEAD")
        return server::sorry(405, "The boards can only be read: use GET.");
    if (!refusal.empty())
        return let_pages_read(in_json(403, serialize(boost::json::object{{"message", refusal}})), request);
    return let_pages_read(in_json(200, std::move(eboards)), request);
}

} // namespace adoube::livechess
