#include "daemon/server/health.hpp"

namespace adoube::server {

std::optional<Response> health_response(const Request& request, std::string_view why_not_ready) {
    const auto path = path_of(request.target);
    const bool asks_ready = path == "/health/ready";
    if ((!asks_ready && path != "/health/live") || (request.method != "GET" && request.method != "HEAD"))
        return std::nullopt;
    if (!asks_ready || why_not_ready.empty())
        return Response{.type = "application/json", .body = "{\"status\":\"ok\"}\n"};
    return Response{.status = 503,
                    .type = "application/json",
                    .body = R"({"status":"failing","why":")" + std::string(why_not_ready) + "\"}\n"};
}

} // namespace adoube::server
