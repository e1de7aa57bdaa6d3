#include "daemon/server/router.hpp"

#include "daemon/web/assets.hpp"

#include <algorithm>
#include <boost/beast/http/status.hpp>

namespace adoube::server {
namespace {

constexpr std::string_view pgn_type = "application/vnd.chess-pgn; charset=utf-8";

/// Browsers may show pages of this server only unframed and with parts from here alone.
constexpr std::string_view manners =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Permissions-Policy: camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

bool is_board_page(std::string_view path) {
    constexpr std::string_view prefix = "/board/";
    if (!path.starts_with(prefix)) return false;
    const std::string_view number = path.substr(prefix.size());
    return !number.empty() && number.size() <= 4 && number[0] != '0' &&
           number.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view asset_name(std::string_view path) {
    if (path == "/") return "index.html";
    if (is_board_page(path)) return "board.html";
    return path.ends_with(".html") ? std::string_view{} : path.substr(1);
}

Response asset_response(const web::Asset& asset, std::string_view if_none_match) {
    Response response{.type = std::string(asset.type), .etag = std::string(asset.etag)};
    if (if_none_match.find(asset.etag) != std::string_view::npos)
        response.status = 304;
    else
        response.shared = Shared(asset.body);
    return response;
}

std::optional<Response> game_response(std::string_view path, broadcast::LiveRound& round) {
    const auto id = game_of(path);
    if (!id) return std::nullopt;
    auto pgn = round.pgn(*id);
    if (!pgn)
        return sorry(404, "There is no game with this name here; /round.pgn has the games of the round.");
    return Response{.type = std::string(pgn_type), .shared = std::move(pgn)};
}

} // namespace

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

std::optional<std::string_view> game_of(std::string_view path) {
    constexpr std::string_view prefix = "/games/", suffix = ".pgn";
    if (!path.starts_with(prefix) || !path.ends_with(suffix) || path.size() < prefix.size() + suffix.size())
        return std::nullopt;
    return path.substr(prefix.size(), path.size() - prefix.size() - suffix.size());
}

std::string_view query_value(std::string_view target, std::string_view name) {
    std::string_view query = target.substr(path_of(target).size());
    while (!query.empty()) {
        query.remove_prefix(1);
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(pair.size());
        if (pair.starts_with(name) && pair.substr(name.size()).starts_with('='))
            return pair.substr(name.size() + 1);
    }
    return {};
}

Response sorry(unsigned status, std::string sentence) {
    Response response;
    response.status = status;
    response.body = std::move(sentence) + '\n';
    return response;
}

Response respond(const Request& request, broadcast::LiveRound& round, UtcMs now_utc_ms) {
    if (request.method != "GET" && request.method != "HEAD") {
        Response response = sorry(405, "This server only shows: GET and HEAD are all it takes.");
        response.fields = "Allow: GET, HEAD\r\n";
        return response;
    }
    const std::string_view path = path_of(request.target);
    if (!path.starts_with('/')) return sorry(400, "The address in the request must start with a slash.");
    if (path == "/round.pgn") return {.type = std::string(pgn_type), .shared = round.round_pgn()};
    if (path == "/api/round")
        return {.type = "application/json",
                .body = R"({"now":)" + std::to_string(now_utc_ms.count()) + R"(,"round":)",
                .shared = round.whole(),
                .end = "}\n"};
    if (auto response = game_response(path, round)) return *response;
    const auto assets = web::assets();
    const auto asset = std::ranges::find(assets, asset_name(path), &web::Asset::name);
    if (asset != assets.end()) return asset_response(*asset, request.if_none_match);
    return sorry(404, "There is nothing at this address; / shows all boards.");
}

std::string head_of(const Response& response, bool keep_alive, bool over_tls) {
    const auto reason =
        boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(response.status));
    std::string head = "HTTP/1.1 " + std::to_string(response.status) + ' ' + std::string(reason) + "\r\n";
    const auto field = [&](std::string_view name, std::string_view value) {
        head.append(name).append(": ").append(value).append("\r\n");
    };
    field("Content-Type", response.type);
    field("Content-Length", std::to_string(response.size()));
    if (response.etag.empty()) {
        field("Cache-Control", "no-store");
    } else {
        field("Cache-Control", "no-cache"); // revalidate: a new daemon has new pages
        field("ETag", response.etag);
    }
    head += response.fields;
    head += manners;
    if (over_tls) field("Strict-Transport-Security", "max-age=2592000");
    field("Connection", keep_alive ? "keep-alive" : "close");
    return head += "\r\n";
}

} // namespace adoube::server
