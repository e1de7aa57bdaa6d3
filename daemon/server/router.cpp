#include "daemon/server/router.hpp"

#include "daemon/sheet/address.hpp"
#include "daemon/sheet/page.hpp"
#include "daemon/sheet/public_sheet.hpp"
#include "daemon/web/assets.hpp"

#include <algorithm>

namespace adoube::server {
namespace {

constexpr std::string_view pgn_type = "application/vnd.chess-pgn; charset=utf-8";

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
    if (path == "/operator") return "operator.html";
    if (path == "/rounds") return "rounds.html";
    if (path == "/standings") return "standings.html";
    if (path == "/targets") return "targets.html";
    if (path == "/arbiter") return "arbiter.html";
    return path.ends_with(".html") ? std::string_view{} : path.substr(1);
}

Response asset_response(const web::Asset& asset, std::string_view if_none_match) {
    Response response{.type = std::string(asset.type), .etag = std::string(asset.etag)};
    if (names_tag(if_none_match, asset.etag))
        response.status = 304;
    else
        response.shared = Shared(asset.body);
    return response;
}

/// Empty if the path is of no PGN.
std::optional<Response> pgn_response(const Request& request, broadcast::LiveRound& round,
                                     Documents& documents) {
    const std::string_view path = path_of(request.target);
    const auto id = game_of(path);
    if (!id && path != "/round.pgn") return std::nullopt;
    const auto pgn = id ? round.pgn(*id) : round.round_pgn();
    if (!pgn)
        return sorry(404, "There is no game with this name here; /round.pgn has the games of the round.");
    if (pgn->empty()) return sorry(404, "There are no games on these boards yet."); // stops a broadcast
    return document_response(request, documents.of(path, pgn), pgn_type);
}

bool has_note(const broadcast::PublicGame& game, const broadcast::LiveRound& round, const SignGame& sign) {
    return sign && game.result != chess::Result::open && !round.is_elsewhere(game.id);
}

/// Empty if the path is of no note.
std::optional<Response> note_response(const Request& request, broadcast::LiveRound& round,
                                      Documents& documents, const SignGame& sign) {
    const std::string_view path = path_of(request.target);
    const auto id = note_of(path);
    if (!id) return std::nullopt;
    const auto game = round.game(*id);
    if (!game || !has_note(*game, round, sign))
        return sorry(404, "Nothing is signed here of a game of this name that has ended.");
    const auto pgn = round.pgn(*id);
    const auto& note =
        documents.of(path, pgn, [&] { return std::make_shared<const std::string>(sign(*game, *pgn)); });
    return document_response(request, note, "text/plain; charset=utf-8");
}

/// Empty if the path is of no game as JSON, and not of their list.
std::optional<Response> json_response(const Request& request, broadcast::LiveRound& round,
                                      Documents& documents) {
    const std::string_view path = path_of(request.target);
    const auto id = json_of(path);
    if (!id && path != "/games.json") return std::nullopt;
    const auto json = id ? round.game_json(*id) : round.games_json();
    if (!json) return sorry(404, "There is no game with this name here; /games.json lists those that are.");
    return document_response(request, documents.of(path, json), "application/json");
}

/// Empty if the path is not that of the standings.
std::optional<Response> standings_response(const Request& request, broadcast::LiveRound& round,
                                           Documents& documents) {
    if (path_of(request.target) != standings_path) return std::nullopt;
    if (!round.standings()) return sorry(404, "There are no standings here yet.");
    auto response =
        document_response(request, documents.of(standings_path, round.standings()), "application/json");
    response.fields.front().value = "private, no-cache"; // the hall may share a cache with who may have them
    return response;
}

/// Empty if the path is of no file of the cloud.
std::optional<Response> cloud_response(const Request& request, broadcast::LiveRound& round,
                                       Documents& documents) {
    constexpr std::string_view folder = "/cloud/";
    const std::string_view path = path_of(request.target);
    if (!path.starts_with(folder)) return std::nullopt;
    const auto file = round.cloud_file(path.substr(folder.size()));
    if (!file) return sorry(404, "There is no such file here; /cloud/tournament.json lists the rounds.");
    return document_response(request, documents.of(path, file), "application/json");
}

/// As `letters=` has it.
std::string name_of(const chess::Notation& letters) {
    const std::string style(letters.style->name), language(letters.language->code);
    if (style == "san") return language == "figurine" ? "figurines" : language;
    return language == "es" ? style : style + '-' + language;
}

/// From a game's scoresheet to its files, to other letters, and to itself with the times or without.
std::vector<sheet::Link> ways_on(std::string_view id, const sheet::Options& options, bool is_signed) {
    const auto file = [&](std::string_view suffix) {
        return std::string(sheet::path_prefix) + std::string(id) + std::string(suffix);
    };
    const auto address = [&](std::string_view suffix, const std::string& letters, bool times) {
        return file(suffix) + "?letters=" + letters + (times ? "" : "&times=no");
    };
    const auto current = name_of(options.letters);
    std::vector<sheet::Link> links{{"PDF", address(sheet::pdf_suffix, current, options.times)},
                                   {"PGN", file(".pgn")}};
    if (is_signed) links.push_back({"signed note", file(".note")});
    for (const auto* letters : {"figurines", "de", "en", "es", "fr", "it", "pt", "ru"})
        links.push_back({letters, address(sheet::path_suffix, letters, options.times), letters == current});
    links.push_back({options.times ? "without times" : "with times",
                     address(sheet::path_suffix, current, !options.times)});
    return links;
}

/// Empty if the path is of no scoresheet.
std::optional<Response> sheet_response(const Request& request, broadcast::LiveRound& round,
                                       Documents& documents, const SignGame& sign) {
    const std::string_view path = path_of(request.target);
    const auto id = sheet_of(path);
    if (!id) return std::nullopt;
    const auto asked = asked_sheet(request.target, *id, round);
    if (!asked) return asked.error();
    const auto& page = documents.of(asked->key, asked->source, [&] {
        const auto links = ways_on(*id, asked->options, has_note(*asked->game, round, sign));
        const auto tag = Document(asked->source).tag();
        return std::make_shared<const std::string>(
            page_of(lay_out(sheet::written_of(*asked->game), asked->options), links,
                    std::string_view(tag).substr(1, tag.size() - 2)));
    });
    return document_response(request, page, "text/html; charset=utf-8");
}

std::optional<std::string_view> id_in(std::string_view path, std::string_view suffix) {
    constexpr auto prefix = sheet::path_prefix;
    if (!path.starts_with(prefix) || !path.ends_with(suffix) || path.size() <= prefix.size() + suffix.size())
        return std::nullopt;
    return path.substr(prefix.size(), path.size() - prefix.size() - suffix.size());
}

} // namespace

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

std::optional<std::string_view> game_of(std::string_view path) { return id_in(path, ".pgn"); }
std::optional<std::string_view> note_of(std::string_view path) { return id_in(path, ".note"); }
std::optional<std::string_view> json_of(std::string_view path) { return id_in(path, ".json"); }
std::optional<std::string_view> sheet_of(std::string_view path) { return id_in(path, sheet::path_suffix); }
std::optional<std::string_view> pdf_of(std::string_view path) { return id_in(path, sheet::pdf_suffix); }

bool may_be_framed(std::string_view path) {
    return path == "/" || path == "/rounds" || path == "/standings" || is_board_page(path);
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

Response document_response(const Request& request, const Document& document, std::string_view type,
                           bool may_be_packed) {
    const bool gzip = may_be_packed && takes_gzip(request.accept_encoding);
    Response response{.type = std::string(type),
                      .etag = gzip ? document.gzip_tag() : document.tag(),
                      .fields = {{"Cache-Control", "public, max-age=2"}, {"Vary", "Accept-Encoding"}}};
    for (const auto& tag : {document.tag(), document.gzip_tag()})
        if (names_tag(request.if_none_match, tag)) {
            response.status = 304;
            response.etag = tag;
            return response;
        }
    if (gzip) response.fields.push_back({"Content-Encoding", "gzip"});
    response.shared = gzip ? document.gzip() : document.text();
    return response;
}

std::expected<AskedSheet, Response> asked_sheet(std::string_view target, std::string_view id,
                                                broadcast::LiveRound& round) {
    const auto name = query_value(target, "letters");
    const auto letters = sheet::letters_named(name.empty() ? "en" : name);
    if (!letters) return std::unexpected(sorry(404, letters.error()));
    const auto game = round.game(id);
    if (!game)
        return std::unexpected(
            sorry(404, "There is no game with this name here; /round.pgn has the games of the round."));
    const bool times = query_value(target, "times") != "no";
    auto key = std::string(path_of(target)) + (times ? " times " : " ") + name_of(*letters);
    return AskedSheet{game, round.pgn(id), {*letters, times, {}}, std::move(key)};
}

Response respond(const Request& request, broadcast::LiveRound& round, Documents& documents, UtcMs now_utc_ms,
                 const SignGame& sign) {
    if (request.method != "GET" && request.method != "HEAD") {
        Response response = sorry(405, "This server only shows: GET and HEAD are all it takes.");
        response.fields = {{"Allow", "GET, HEAD"}};
        return response;
    }
    const std::string_view path = path_of(request.target);
    if (!path.starts_with('/')) return sorry(400, "The address in the request must start with a slash.");
    if (path == "/api/round")
        return {.type = "application/json",
                .body = R"({"now":)" + std::to_string(now_utc_ms.count()) + R"(,"round":)",
                .shared = round.whole(),
                .end = "}\n"};
    if (auto response = pgn_response(request, round, documents)) return *response;
    if (auto response = note_response(request, round, documents, sign)) return *response;
    if (auto response = json_response(request, round, documents)) return *response;
    if (auto response = standings_response(request, round, documents)) return *response;
    if (auto response = cloud_response(request, round, documents)) return *response;
    if (auto response = sheet_response(request, round, documents, sign)) return *response;
    const auto assets = web::assets();
    const auto asset = std::ranges::find(assets, asset_name(path), &web::Asset::name);
    if (asset != assets.end()) return asset_response(*asset, request.if_none_match);
    return sorry(404, "There is nothing at this address; / shows all boards.");
}

} // namespace adoube::server
