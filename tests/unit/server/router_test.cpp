#include "daemon/server/response_head.hpp"
#include "daemon/web/assets.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <boost/json.hpp>

using namespace adoube;
using namespace adoube::server;
using adoube::broadcast::game_with;

namespace {

broadcast::LiveRound round_of_two() {
    broadcast::LiveRound round("now");
    round.publish(game_with("r3b1", 1, {"e4"}));
    round.publish(game_with("r3b2", 2, {"d4"}));
    return round;
}

} // namespace

TEST_CASE("every address answers with its status and type") {
    const struct {
        const char *method, *target;
        unsigned status;
        const char* type;
    } cases[]{
        {"GET", "/", 200, "text/html; charset=utf-8"},
        {"HEAD", "/", 200, "text/html; charset=utf-8"},
        {"GET", "/?from=poster", 200, "text/html; charset=utf-8"},
        {"GET", "/board/1", 200, "text/html; charset=utf-8"},
        {"GET", "/board/9999", 200, "text/html; charset=utf-8"},
        {"GET", "/board/0", 404, "text/plain; charset=utf-8"},
        {"GET", "/board/10000", 404, "text/plain; charset=utf-8"},
        {"GET", "/board/", 404, "text/plain; charset=utf-8"},
        {"GET", "/board/1/", 404, "text/plain; charset=utf-8"},
        {"GET", "/board/one", 404, "text/plain; charset=utf-8"},
        {"GET", "/board.html", 404, "text/plain; charset=utf-8"},
        {"GET", "/targets", 200, "text/html; charset=utf-8"},
        {"GET", "/operator", 200, "text/html; charset=utf-8"},
        {"GET", "/operator.html", 404, "text/plain; charset=utf-8"},
        {"GET", "/arbiter", 200, "text/html; charset=utf-8"},
        {"GET", "/arbiter.html", 404, "text/plain; charset=utf-8"},
        {"GET", "/targets/", 404, "text/plain; charset=utf-8"},
        {"GET", "/targets.html", 404, "text/plain; charset=utf-8"},
        {"GET", "/adoube.css", 200, "text/css; charset=utf-8"},
        {"GET", "/live.js", 200, "text/javascript; charset=utf-8"},
        {"GET", "/pieces.svg", 200, "image/svg+xml"},
        {"GET", "/games/r3b1.pgn", 200, "application/vnd.chess-pgn; charset=utf-8"},
        {"GET", "/games/r3b3.pgn", 404, "text/plain; charset=utf-8"},
        {"GET", "/games/.pgn", 404, "text/plain; charset=utf-8"},
        {"GET", "/games/r3b1", 404, "text/plain; charset=utf-8"},
        {"GET", "/games/r3b1.html", 200, "text/html; charset=utf-8"},
        {"GET", "/games/r3b1.html?letters=figurines&times=no", 200, "text/html; charset=utf-8"},
        {"GET", "/games/r3b1.pdf", 404, "text/plain; charset=utf-8"}, // which the hub answers
        {"GET", "/games/r3b1.html?letters=xx", 404, "text/plain; charset=utf-8"},
        {"GET", "/games/r3b3.html", 404, "text/plain; charset=utf-8"},
        {"GET", "/games/r3b1.json", 200, "application/json"},
        {"GET", "/games/r3b3.json", 404, "text/plain; charset=utf-8"},
        {"GET", "/games.json", 200, "application/json"},
        {"GET", "/standings", 200, "text/html; charset=utf-8"},
        {"GET", "/standings.json", 404, "text/plain; charset=utf-8"},
        {"GET", "/rounds?round=2", 200, "text/html; charset=utf-8"},
        {"GET", "/sheet.css", 200, "text/css; charset=utf-8"},
        {"GET", "/round.pgn", 200, "application/vnd.chess-pgn; charset=utf-8"},
        {"GET", "/api/round", 200, "application/json"},
        {"GET", "/cloud/tournament.json", 200, "application/json"},
        {"GET", "/cloud/round-3/index.json", 200, "application/json"},
        {"GET", "/cloud/round-3/game-2.json?poll", 200, "application/json"},
        {"GET", "/cloud/round-3/game-3.json", 404, "text/plain; charset=utf-8"},
        {"GET", "/cloud/", 404, "text/plain; charset=utf-8"},
        {"GET", "/../etc/passwd", 404, "text/plain; charset=utf-8"},
        {"GET", "/%2e%2e/etc/passwd", 404, "text/plain; charset=utf-8"},
        {"GET", "*", 400, "text/plain; charset=utf-8"},
        {"GET", "", 400, "text/plain; charset=utf-8"},
        {"POST", "/", 405, "text/plain; charset=utf-8"},
        {"BREW", "/", 405, "text/plain; charset=utf-8"},
    };
    auto round = round_of_two();
    Documents documents;
    for (const auto& [method, target, status, type] : cases) {
        CAPTURE(method, target);
        const Response response = respond({method, target, ""}, round, documents, {});
        CHECK(response.status == status);
        CHECK(response.type == type);
        CHECK(response.size() > 0);
        if (status < 400) continue;
        CHECK(std::ranges::count(response.body, '\n') == 1);
        CHECK(response.body.ends_with(".\n"));
    }
}

TEST_CASE("what changes all the time is stored, a page is not asked for again, or comes without a change") {
    auto round = round_of_two();
    Documents documents;
    const auto head_for = [&](const char* target, std::string_view etag = "") {
        return head_of(respond({"GET", target, std::string(etag)}, round, documents, {}), true);
    };
    CHECK(head_for("/api/round").find("Cache-Control: no-store\r\n") != std::string::npos);
    CHECK(head_for("/nothing").find("Cache-Control: no-store\r\n") != std::string::npos);
    CHECK(head_for("/games/nothing.pgn").find("Cache-Control: no-store\r\n") != std::string::npos);
    CHECK(head_for("/").find("Cache-Control: no-cache\r\n") != std::string::npos);
    CHECK(head_for("/round.pgn").find("Cache-Control: public, max-age=2\r\n") != std::string::npos);
    CHECK(head_for("/round.pgn").find("Vary: Accept-Encoding\r\n") != std::string::npos);

    const Response page = respond({"GET", "/", ""}, round, documents, {});
    const Response again = respond({"GET", "/", "\"older\", " + page.etag}, round, documents, {});
    CHECK(again.status == 304);
    CHECK(again.size() == 0);
    CHECK(respond({"GET", "/", "\"older\""}, round, documents, {}).status == 200);
}

TEST_CASE("a page may load nothing from anywhere else and run nothing that is not a file of ours") {
    auto round = round_of_two();
    Documents documents;
    const std::string head = head_of(respond({"GET", "/", ""}, round, documents, {}), true);
    CHECK(head.find("Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';") !=
          std::string::npos);
    CHECK(head.find("unsafe") == std::string::npos);
    CHECK(head.find("X-Content-Type-Options: nosniff\r\n") != std::string::npos);
    for (const web::Asset& asset : web::assets()) {
        if (!asset.name.ends_with(".html")) continue;
        CAPTURE(std::string(asset.name));
        CHECK(asset.body.find("style=") == std::string_view::npos);
        CHECK(asset.body.find("<style") == std::string_view::npos);
        CHECK(asset.body.find("onclick") == std::string_view::npos);
    }
}

TEST_CASE("a page for everybody does not say that no claim may rest on it") {
    int pages = 0;
    for (const web::Asset& asset : web::assets()) {
        const bool shows_games = asset.name.ends_with(".html") && asset.name != "phone.html";
        if (!shows_games || asset.body.find("id=\"token\"") != std::string_view::npos) continue;
        ++pages;
        CHECK(asset.body.find("no claim may be based on it") != std::string_view::npos);
    }
    CHECK(pages == 4);
}

TEST_CASE("every piece is drawn once, by the name that the pages use for it") {
    const auto drawings = std::ranges::find(web::assets(), std::string_view("pieces.svg"), &web::Asset::name);
    REQUIRE(drawings != web::assets().end());
    const std::string svg(drawings->body);
    for (const char side : std::string_view("wb"))
        for (const char piece : std::string_view("kqrbnp")) {
            const auto id = " id=\"" + std::string{side, piece} + "\"";
            CAPTURE(id);
            CHECK(svg.find(id) != std::string::npos);
            CHECK(svg.find(id) == svg.rfind(id));
        }
}

TEST_CASE("the round as JSON tells the server's time, for clocks that run") {
    auto round = round_of_two();
    Documents documents;
    const auto response = respond({"GET", "/api/round", ""}, round, documents, UtcMs(1'732'150'000'000));
    const auto json =
        boost::json::parse(response.body + std::string(response.shared.bytes) + std::string(response.end));
    CHECK(json.at("now").as_int64() == 1'732'150'000'000);
    CHECK(json.at("round").at("games").as_array().size() == 2);
}

TEST_CASE("values are found in a query, and only there") {
    CHECK(query_value("/live?epoch=17&seq=4", "epoch") == "17");
    CHECK(query_value("/live?epoch=17&seq=4", "seq") == "4");
    CHECK(query_value("/live?reseq=1&seq=4", "seq") == "4");
    CHECK(query_value("/live?seq", "seq").empty());
    CHECK(query_value("/live?&&=&seq=4", "seq") == "4");
    CHECK(query_value("/seq=4", "seq").empty());
    CHECK(path_of("/live?a?b") == "/live");
}

TEST_CASE("what many take slowly is there once for each of them") {
    auto round = round_of_two();
    Documents documents;
    for (const char* target : {"/", "/round.pgn", "/api/round", "/games/r3b1.pgn"}) {
        CAPTURE(target);
        const auto one = respond({"GET", target, ""}, round, documents, UtcMs(1)),
                   other = respond({"GET", target, ""}, round, documents, UtcMs(2));
        CHECK(one.shared.bytes.size() > one.body.size());
        CHECK(one.shared.bytes.data() == other.shared.bytes.data());
        CHECK(one.body.size() < 100);
        round.publish(game_with("another", 7, {"e4"}));
        CHECK(one.shared.bytes.size() > one.body.size()); // and is unchanged
        round = round_of_two();
    }
}

TEST_CASE("a game's scoresheet is made again when the game changes, and is the same page until then") {
    broadcast::LiveRound round("now");
    Documents documents;
    round.publish(game_with("r3b1", 1, {"e4", "e5", "Nf3"}));
    const auto ask = [&](std::string_view target, std::string_view etag = "") {
        return respond({"GET", target, std::string(etag)}, round, documents, {});
    };
    const auto first = ask("/games/r3b1.html");
    CHECK(first.shared.bytes.find(">Nf3<") != std::string_view::npos);
    CHECK(first.shared.bytes.find(">Nc6<") == std::string_view::npos);
    CHECK(ask("/games/r3b1.html?x=1").etag == first.etag);
    CHECK(ask("/games/r3b1.html", first.etag).status == 304);
    CHECK(ask("/games/r3b1.html?letters=de").shared.bytes.find(">Sf3<") != std::string_view::npos);
    round.publish(game_with("r3b1", 1, {"e4", "e5", "Nf3", "Nc6"}));
    const auto next = ask("/games/r3b1.html", first.etag);
    CHECK(next.status == 200);
    CHECK(next.shared.bytes.find(">Nc6<") != std::string_view::npos);
}

TEST_CASE("a game is signed before it has ended, without a key, of another hall, or anew each time") {
    broadcast::LiveRound round("now");
    Documents documents;
    int times_signed = 0;
    const SignGame sign = [&](const broadcast::PublicGame& game, std::string_view pgn) {
        ++times_signed;
        return "signed " + game.id + ", " + std::to_string(pgn.size()) + " bytes";
    };
    const auto ask = [&](const std::string& target, const SignGame& by) {
        return respond({"GET", target}, round, documents, UtcMs(1'000), by);
    };
    const auto has_link = [&](const SignGame& by) {
        Documents pages; // of a daemon of its own
        const auto page = respond({"GET", "/games/r3b1.html"}, round, pages, UtcMs(1'000), by);
        return page.shared.bytes.find("<a href=\"/games/r3b1.note\">") != std::string_view::npos;
    };
    auto game = game_with("r3b1", 1, {"e4"});
    round.publish(game);
    CHECK(ask("/games/r3b1.note", sign).status == 404);
    CHECK_FALSE(has_link(sign));
    game.result = chess::Result::white_wins;
    round.publish(game);
    CHECK(ask("/games/r3b1.note", {}).status == 404);
    CHECK_FALSE(has_link({}));
    CHECK(ask("/games/r3b2.note", sign).status == 404);
    CHECK(has_link(sign));
    const auto note = ask("/games/r3b1.note", sign);
    CHECK(note.status == 200);
    CHECK(note.type == "text/plain; charset=utf-8");
    CHECK(note.shared.bytes == "signed r3b1, " + std::to_string(round.pgn("r3b1")->size()) + " bytes");
    CHECK(ask("/games/r3b1.note", sign).etag == note.etag);
    CHECK(times_signed == 1);

    game.result = chess::Result::draw; // corrected
    round.publish(game);
    CHECK(ask("/games/r3b1.note", sign).etag != note.etag);
    game.result = chess::Result::open; // taken back
    round.publish(game);
    CHECK(ask("/games/r3b1.note", sign).status == 404);

    auto told = game_with("far", 9, {"d4"});
    told.result = chess::Result::draw;
    const auto text = std::make_shared<const std::string>("[GameId \"far\"]");
    const auto game_told = std::make_shared<const broadcast::ToldGame>(broadcast::ToldGame{told, *text});
    round.set_others({broadcast::ToldRound{.pgn = text, .games = {game_told}}});
    REQUIRE(ask("/games/far.pgn", sign).status == 200);
    CHECK(ask("/games/far.note", sign).status == 404);
}

TEST_CASE("names on a scoresheet cannot become part of its page") {
    broadcast::LiveRound round("now");
    Documents documents;
    auto game = game_with("r3b1", 1, {"e4"});
    game.tags.set("White", "<script>alert(\"1\")</script> & \xe2\x80\xae");
    game.tags.set("Event", "\"><img src=x>");
    round.publish(game);
    const auto page =
        std::string(respond({"GET", "/games/r3b1.html", ""}, round, documents, {}).shared.bytes);
    CHECK(page.find("<script") == page.find(R"(<script type="module" src="/sheet.js"></script>)"));
    CHECK(page.find("<script", page.find("<script") + 1) == std::string::npos);
    CHECK(page.find("<img") == std::string::npos);
    CHECK(page.find("\xe2\x80\xae") == std::string::npos);
    CHECK(page.find("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp;") != std::string::npos);
}
