// Network access: the real daemon, tokens from `adoube token`, and callers who have one, had one, or guess.

#include "board_on_call.hpp"
#include "tests/held_port.hpp"
#include "tests/pdf_text.hpp"
#include "tests/places.hpp"
#include "tests/unit/server/client.hpp"

#include <csignal>
#include <fstream>

using namespace adoube;
using server::Client;
using tests::BoardOnCall;
using tests::Hall;
using tests::Process;

namespace {

constexpr const char* settings = "tokens = \"hall.tokens\"\nevidence_key = \"hall.key\"\ndelay_s = 3600\n";
constexpr const char* handshake = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// Somebody on the network, and all that callers were told.
class Caller {
  public:
    Caller(const Process& daemon, std::string token)
        : port_(static_cast<std::uint16_t>(std::stoi(tests::served_port(daemon)))),
          shows_(token.empty() ? std::string() : "Authorization: Bearer " + token + "\r\n") {}

    Client::Response get(const std::string& target) { return heard(Client(port_).get(target, shows_)); }
    Client::Response say(const std::string& line) { return post("/api/command", line); }
    Client::Response post(const std::string& target, const std::string& line) {
        Client client(port_);
        client.send("POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " +
                    std::to_string(line.size()) + "\r\n" + shows_ + "\r\n" + line);
        return heard(client.read_response());
    }
    bool sees(const std::string& part) {
        return tests::wait_until([&] { return get("/api/arbiter").body.find(part) != std::string::npos; });
    }

    static inline std::string all_heard;

  private:
    static Client::Response heard(Client::Response response) {
        all_heard += response.head + response.body;
        return response;
    }

    std::uint16_t port_;
    std::string shows_;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

tests::Ran adoube_at_end(std::vector<std::string> words) {
    auto ran = tests::run_adoube(std::move(words));
    Caller::all_heard += ran.output;
    return ran;
}

/// Shown only here.
std::string token(const Hall& hall, const std::string& name, const std::string& role,
                  const std::string& boards = "all") {
    const auto made = tests::run_adoube({"token", "new", "--tokens", (hall.folder / "hall.tokens").string(),
                                         "--name", name, "--role", role, "--boards", boards});
    REQUIRE(made.status == 0);
    return made.output.substr(made.output.find("adoube_"), 56);
}

void revoke(const Hall& hall, int id) {
    REQUIRE(adoube_at_end(
                {"token", "revoke", std::to_string(id), "--tokens", (hall.folder / "hall.tokens").string()})
                .status == 0);
}

std::string everything_in(const Hall& hall) {
    std::string all;
    for (const auto& file : std::filesystem::recursive_directory_iterator(hall.folder.path()))
        if (file.is_regular_file()) all += tests::text_of(file.path());
    return all;
}

void check_untold(const std::string& text, const std::vector<std::string>& secrets) {
    for (const auto& secret : secrets) {
        REQUIRE(secret.size() > 40);
        for (std::size_t at = 7; at + 12 <= secret.size(); at += 12)
            CHECK_FALSE(has(text, secret.substr(at, 12))); // not even a part of it
    }
}

} // namespace

TEST_CASE("an arbiter sees and says what is of his boards, an operator all, everybody else nothing; and no "
          "secret is told or kept") {
    Hall hall({"pty:board-1", "pty:board-2"}, settings);
    const auto of_anna = token(hall, "Anna", "arbiter", "1"), of_ben = token(hall, "Ben", "arbiter", "2"),
               of_otto = token(hall, "Otto", "operator");
    auto daemon = hall.started_daemon();
    Caller anna(*daemon, of_anna), ben(*daemon, of_ben), otto(*daemon, of_otto), nobody(*daemon, "");
    {
        BoardOnCall board(hall, "board-1");
        board.play("e4 e5");
        board.happen(record::Press{chess::Side::white});
        REQUIRE(anna.sees("press-without-move"));
        for (const char* target : {"/api/arbiter", "/api/status", "/api/targets", "/api/tokens", "/api/wall",
                                   "/api/hall", "/api/clock-times"})
            CHECK(nobody.get(target).status == 401);
        for (const char* target : {"/api/round/pairings", "/api/round/results", "/api/round/standings",
                                   "/api/round/game", "/api/wall/save", "/api/hall/save", "/api/restart",
                                   "/api/tokens/new", "/api/tokens/revoke", "/api/code"}) {
            CHECK(nobody.post(target, "{}").status == 401);
            CHECK(anna.post(target, "{}").status == 403);
        }
        CHECK(otto.post("/api/round/pairings", "{}").status == 422);
        CHECK(has(otto.post("/api/round/results", "{}").body, "\"games\":["));
        CHECK(nobody.say(R"({"board":"1","resign":"w"})").status == 401);
        const auto seen = anna.get("/api/arbiter").body;
        CHECK(has(seen, "\"board\":1,"));
        CHECK_FALSE(has(seen, "\"board\":2,"));
        CHECK(has(seen, "\"dismissed\":[]"));
        CHECK(has(seen, "e2e4"));
        CHECK_FALSE(has(ben.get("/api/arbiter").body, "press-without-move"));
        CHECK(has(otto.get("/api/arbiter").body, "press-without-move"));
        for (const char* target : {"/api/status", "/api/targets", "/api/tokens", "/api/wall", "/api/hall"}) {
            CHECK(anna.get(target).status == 403);
            CHECK(otto.get(target).status == 200);
        }

        // The public sees it an hour late.
        for (const char* target : {"/api/round", "/round.pgn", "/games/E-r1-b1.pgn", "/", "/board/1"}) {
            const auto shown = nobody.get(target).body;
            for (const char* secret : {"press-without-move", "incident", "e2e4", "1. e4", "trouble"})
                if (std::string_view(target).find("api") != std::string_view::npos ||
                    std::string_view(target).ends_with("pgn"))
                    CHECK_FALSE(has(shown, secret));
        }

        for (const char* sheet : {"/games/E-r1-b1.html", "/games/E-r1-b1.pdf"}) {
            const auto shown = nobody.get(sheet);
            CHECK(shown.status == 200);
            const auto text = has(shown.body, "%PDF-") && tests::has_command("pdftotext")
                                  ? tests::text_of_pdf(shown.body)
                                  : shown.body;
            for (const char* secret : {"e4", "e5", "press", "Notes"}) CHECK_FALSE(has(text, secret));
        }
        for (const char* sheet : {"/api/games/E-r1-b1/sheet", "/api/games/E-r1-b1/sheet.pdf"}) {
            CHECK(nobody.get(sheet).status == 401);
            CHECK(ben.get(sheet).status == 403);
            for (auto* who : {&anna, &otto}) CHECK(who->get(sheet).status == 200);
        }
        CHECK(has(anna.get("/api/games/E-r1-b1/sheet").body, ">e4<"));

        CHECK(has(anna.say(R"({"board":"1","arbiter":{"do":"dismiss","incident":1}})").body,
                  R"({"ok":true,"answer":"dismissed: incident 1, move )"));
        CHECK(anna.sees("\"dismissed\":[1]"));
        const auto refused = [](const Client::Response& response, int status, const std::string& why) {
            CHECK(response.status == status);
            CHECK(response.body == "{\"error\":\"" + why + "\"}\n");
        };
        refused(ben.say(R"({"board":"1","arbiter":{"do":"result","result":"1-0"}})"), 403,
                "this token is not for board 1, only for: 2");
        refused(anna.say(R"({"board":"1","port":"pty:/nowhere"})"), 403,
                "this token is not for that: only the operator does it");
        refused(anna.say(R"({"board":"1","arbiter":{"do":"result","result":"2-0"}})"), 422,
                "\\\"2-0\\\" is no result: write 1-0, 0-1, 1/2-1/2, +/-, -/+, -/- or *");
        refused(anna.say("no JSON"), 422, "no JSON: syntax error");
        CHECK(anna.get("/api/command").status == 405);
        CHECK(otto.say(R"({"board":"2","port":"pty:/nowhere"})").status == 200);
        CHECK(otto.say(R"({"board":"1","arbiter":{"do":"result","result":"1-0"}})").status == 200);
        CHECK(anna.sees("\"result\":\"1-0\""));
        const std::string results = R"({"results":{"round":"1"}})";
        for (auto* who : {&anna, &otto}) {
            CHECK(has(who->say(results).body, "E-r1-b1"));
            CHECK(has(who->say(results).body, R"(\"score\":\"1-0\")"));
        }
        const auto his_games = ben.say(results).body; // his board's game has not begun
        CHECK(has(his_games, "E-r1-b2"));
        CHECK_FALSE(has(his_games, "E-r1-b1"));
        CHECK(nobody.say(results).status == 401);
        for (const auto* line : {R"({"start":{"round":"1"}})", R"({"close":{"round":"1"}})"}) {
            CHECK(nobody.say(line).status == 401);
            CHECK(anna.say(line).status == 403);
        }
        CHECK(has(anna.get("/api/clock-times").body, "\"lists\":[]"));
    }
    CHECK(daemon->wait_for_output("board 1: Anna (token 1) says {"));
    CHECK(daemon->wait_for_output("from now on, by Otto (token 3)"));
    const auto vault = hall.journal().string(), evidence = (hall.folder / "game.evidence").string();
    CHECK(adoube_at_end({"evidence", "export", "E-r1-b1", "--journal", vault, "--key",
                         (hall.folder / "hall.key").string(), "-o", evidence})
              .status == 0);
    CHECK(adoube_at_end({"verify", evidence}).status == 3); // the key's owner is unknown
    CHECK(adoube_at_end({"verify", evidence, "--self-consistent"}).status == 0);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    int by_anna = 0, by_otto = 0;
    for (const auto& entry : hall.inputs(1)) {
        by_anna += entry.line.ends_with(",\"by\":\"Anna (token 1)\"}");
        by_otto += entry.line.ends_with(",\"by\":\"Otto (token 3)\"}");
    }
    CHECK(by_anna == 1);
    CHECK(by_otto == 1);
    check_untold(Caller::all_heard + everything_in(hall), {of_anna, of_ben, of_otto});
}

TEST_CASE(
    "a token that an operator makes over the network opens another board, is kept or logged, or outlives its "
    "end") {
    Hall hall({"pty:board-1", "pty:board-2"}, settings);
    const auto of_otto = token(hall, "Otto", "operator");
    auto daemon = hall.started_daemon();
    const auto port = static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon)));
    const auto post = [&](const std::string& target, const std::string& body) {
        Client client(port);
        client.send("POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + of_otto +
                    "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        return client.read_response();
    };
    const auto made = post("/api/tokens/new", R"({"name":"Anna","boards":"1","days":1})");
    REQUIRE(made.status == 200);
    CHECK(has(made.head, "Cache-Control: no-store"));
    const auto of_anna = made.body.substr(made.body.find("\"token\":\"") + 9, 56);
    CHECK(has(Caller(*daemon, of_anna).get("/api/arbiter").body, "\"board\":1,"));
    CHECK_FALSE(has(Caller(*daemon, of_anna).get("/api/arbiter").body, "\"board\":2,"));
    CHECK(post("/api/code", R"({"text":"https://hall.example/arbiter#)" + of_anna + "\"}").status == 200);
    CHECK(post("/api/tokens/new", R"({"name":"Eve","boards":"all","role":"operator"})").status == 403);
    CHECK(daemon->wait_for_output("token 2: Anna, arbiter, boards 1, made "));
    CHECK(daemon->wait_for_output("; it is made by Otto (token 1)"));
    CHECK(post("/api/tokens/revoke", R"({"id":2})").status == 200);
    CHECK(Caller(*daemon, of_anna).get("/api/arbiter").status == 401);
    CHECK(daemon->wait_for_output("token 2 is revoked by Otto (token 1)"));
    CHECK(has(Caller(*daemon, of_otto).get("/api/tokens").body, "\"name\":\"Anna\""));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    check_untold(Caller::all_heard + daemon->output() + everything_in(hall), {of_anna, of_otto});
}

TEST_CASE(
    "what is named beside a command tells of another board, or a body is read before its sender is known") {
    Hall hall({"", ""}, settings);
    const auto of_anna = token(hall, "Anna", "arbiter", "1"), of_otto = token(hall, "Otto", "operator");
    auto daemon = hall.started_daemon();
    Caller anna(*daemon, of_anna), otto(*daemon, of_otto);
    REQUIRE(otto.say(R"({"board":"2","moves":"1. e4 e5 2. Nf3"})").status == 200);
    const auto with = [&](const std::string& game, int board, const std::string& known = "&acts=0&moves=0") {
        const auto line = R"({"board":")" + std::to_string(board) + R"(","call":"w"})";
        auto answer = anna.post("/api/command?game=" + game + known, line);
        for (auto at = answer.body.find(game); at != std::string::npos; at = answer.body.find(game))
            answer.body.replace(at, game.size(), "G");
        return std::to_string(answer.status) + ' ' + answer.body;
    };
    const auto of_none = with("E-r1-b77", 1);
    CHECK(has(of_none, "412 {\"error\":\"board 1 has not game G any more"));
    CHECK(with("E-r1-b2", 1) == of_none);
    CHECK(with("E-r1-b2", 1, "&acts=9&moves=3") == of_none);
    const auto not_hers = with("E-r1-b2", 2);
    CHECK(not_hers == "403 {\"error\":\"this token is not for board 2, only for: 1\"}\n");
    CHECK(with("E-r1-b1", 2) == not_hers);
    for (const auto* what : {"inputs?from=1", "claims", "evidence", "sheet", "sheet.pdf", "reading?input=1"})
        for (const auto* game : {"E-r1-b2", "E-r1-b77"}) {
            const auto refused = anna.get("/api/games/" + std::string(game) + '/' + what);
            CHECK(refused.status == 403);
            CHECK(refused.body == "{\"error\":\"this token is not for game " + std::string(game) +
                                      ", only for those of its boards: 1\"}\n");
        }

    // Only the heads of requests.
    const auto port = static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon)));
    const auto head = [&](const std::string& first, const std::string& of, std::size_t size) {
        Client client(port);
        client.send(first + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + std::to_string(size) +
                    "\r\n" + (of.empty() ? "" : "Authorization: Bearer " + of + "\r\n") + "\r\n");
        return client.read_response().status;
    };
    for (const auto* path : {"/api/command", "/api/round/pairings", "/api/tokens/new", "/api/code"})
        CHECK(head("POST " + std::string(path), "", 1000) == 401);
    CHECK(head("POST /api/tokens/new", of_anna, 1000) == 403);
    CHECK(head("POST /api/tokens/new", of_otto, 5000) == 413);
    CHECK(head("POST /api/command", of_anna, 300'000) == 413);
    CHECK(head("GET /api/arbiter", of_anna, 1) == 400);
}

TEST_CASE(
    "after a restart a token opens the record of a game at another table, as tables were numbered anew") {
    Hall hall({"", "", ""}, settings);
    const auto of_anna = token(hall, "Anna", "arbiter", "1"), of_ben = token(hall, "Ben", "arbiter", "2"),
               of_cleo = token(hall, "Cleo", "arbiter", "3"), of_otto = token(hall, "Otto", "operator");
    auto daemon = hall.started_daemon();
    const auto say = [&](const std::string& line) {
        const auto said = Caller(*daemon, of_otto).say(line);
        INFO(said.body);
        REQUIRE(said.status == 200);
    };
    const auto list = [](const std::string& round, const std::vector<std::pair<int, std::string>>& games) {
        std::string all;
        for (const auto& [board, name] : games)
            all += (all.empty() ? "" : ",") + ("{\"board\":" + std::to_string(board)) +
                   R"(,"tags":{"White":"W)" + name + R"(","Black":"B)" + name + "\"}}";
        return R"({"round":{"games":[)" + all + R"(],"tags":{"Round":")" + round + "\"}}}";
    };
    // Played with 1 and 2 changed.
    say(list("1", {{1, "one"}, {2, "two"}, {3, "three"}}));
    for (const auto* board : {"1", "2", "3"})
        say(R"({"board":")" + std::string(board) + R"(","moves":"1. e4"})");
    say(list("1", {{2, "one"}, {1, "two"}, {3, "three"}}));
    // Who may have the record, by the name of the board that the hall gave the game first.
    const auto open_to = [&](const std::string& game) {
        std::string who;
        for (const auto& [name, of] :
             {std::pair("A", of_anna), {"B", of_ben}, {"C", of_cleo}, {"O", of_otto}})
            if (Caller(*daemon, of).get("/api/games/" + game + "/inputs?from=1").status == 200) who += name;
        return who;
    };
    const auto restart = [&] {
        daemon->signal(SIGKILL);
        daemon->wait();
        daemon = hall.started_daemon();
    };
    const auto check_first = [&] {
        CHECK(open_to("E-r1-b1") == "BO");
        CHECK(open_to("E-r1-b2") == "AO");
        CHECK(open_to("E-r1-b3") == "CO");
    };
    check_first();
    restart();
    check_first();
    // The next round is played where the tables stand; then one more number changes.
    for (const auto* board : {"1", "2", "3"})
        say(R"({"board":")" + std::string(board) + R"(","arbiter":{"do":"result","result":"1/2-1/2"}})");
    say(list("2", {{1, "four"}, {2, "five"}, {3, "six"}}));
    for (const auto* board : {"1", "2", "3"})
        say(R"({"board":")" + std::string(board) + R"(","moves":"1. d4"})");
    say(list("2", {{3, "four"}, {2, "five"}, {1, "six"}}));
    for (int n = 0; n < 2; ++n) {
        check_first();
        CHECK(open_to("E-r2-b1") == "CO");
        CHECK(open_to("E-r2-b2") == "BO");
        CHECK(open_to("E-r2-b3") == "AO");
        restart();
    }
    const auto results = Caller(*daemon, of_anna).say(R"({"results":{}})").body;
    CHECK(has(results, "Wsix"));
    CHECK_FALSE(has(results, "Wfour"));
}

TEST_CASE("an arbiter learns from results or scoresheets that another board has begun the next round") {
    Hall hall({"", ""}, settings);
    const auto of_anna = token(hall, "Anna", "arbiter", "1"), of_otto = token(hall, "Otto", "operator");
    auto daemon = hall.started_daemon();
    Caller anna(*daemon, of_anna), otto(*daemon, of_otto);
    REQUIRE(otto.say(R"({"board":"1","moves":"1. e4 e5"})").status == 200);
    const auto told = [&] {
        return anna.say(R"({"results":{}})").body + std::to_string(anna.get("/api/scoresheets.pdf").status) +
               anna.get("/api/clock-times").body;
    };
    const auto before = told();
    CHECK(has(before, "e4 e5"));
    REQUIRE(otto.say(R"({"board":"2","moves":"1. d4"})").status == 200);
    REQUIRE(otto.say(R"({"board":"2","arbiter":{"do":"result","result":"1-0"}})").status == 200);
    REQUIRE(otto.say(R"({"board":"2","arm":{"tags":{"Round":"2"}}})").status == 200);
    REQUIRE(otto.say(R"({"board":"2","moves":"1. c4"})").status == 200);
    CHECK(told() == before);
}

TEST_CASE(
    "who looks at a board is told to an arbiter of other boards, outlives its page, or is in the record; "
    "or a report tells of other boards") {
    Hall hall({"pty:board-1", "pty:board-2"}, settings);
    const auto of_anna = token(hall, "Anna", "arbiter", "1"), of_ben = token(hall, "Ben", "arbiter", "1,2"),
               of_cleo = token(hall, "Cleo", "arbiter", "2"), of_fay = token(hall, "Fay", "fair-play");
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    board.play("e4 e5");
    board.happen(record::Press{chess::Side::white}); // without a move
    Caller caller(*daemon, of_anna);
    REQUIRE(caller.sees("press-without-move"));
    REQUIRE(caller.say(R"({"board":"1","resign":"w"})").status == 200);

    const auto port = static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon)));
    const auto open = [&](Client& page, const std::string& of) {
        REQUIRE(page.get("/api/arbiter/live", std::string(handshake) + "Authorization: Bearer " + of + "\r\n")
                    .status == 101);
        REQUIRE(page.read_message().value_or("").starts_with(R"({"type":"boards",)"));
        return page.read_message().value_or("nothing");
    };
    const std::string none_settled = R"({"type":"settled","boards":[]})";
    const auto told = [](Client& page) {
        for (;;) {
            auto message = page.read_message().value_or("nothing");
            if (!message.starts_with(R"({"type":"board",)")) return message;
        }
    };
    Client ben(port), cleo(port);
    CHECK(open(ben, of_ben) == none_settled);
    CHECK(open(cleo, of_cleo) == none_settled);
    {
        Client anna(port);
        CHECK(open(anna, of_anna) == none_settled);
        anna.send_frame(1, R"({"board":2})"); // not hers
        anna.send_frame(1, R"({"board":1,"case":"i1"})");
        CHECK(told(ben).starts_with(R"({"type":"looking","at":[{"board":1,"by":"Anna","since":)"));
        anna.send_frame(1, R"({"board":2,"game":"E-r1-b2","case":"i1","settled":true})"); // not hers
        anna.send_frame(1, R"({"board":1,"game":"another","case":"i1","settled":true})");
        anna.send_frame(1, R"({"board":1,"game":"E-r1-b1","case":"i2","settled":true})"); // not there yet
        anna.send_frame(1, R"({"board":1,"game":"E-r1-b1","case":"i1","settled":true})");
        CHECK(told(ben) == R"({"type":"settled","boards":[{"board":1,"game":"E-r1-b1","cases":[)"
                           R"({"case":"i1","by":"Anna"}]}]})");
    }
    CHECK(told(ben) == R"({"type":"looking","at":[]})"); // her page is gone
    Client other(port);
    CHECK(open(other, of_ben) != none_settled); // who was not there is told
    other.send_frame(1, R"({"board":2})");
    const auto heard = told(cleo); // the first that she hears of anybody
    CHECK(heard.starts_with(R"({"type":"looking","at":[{"board":2,"by":"Ben","since":)"));
    other.send_frame(1, "anything");
    std::optional<Client::Frame> last;
    while (const auto frame = other.read_frame()) last = frame;
    REQUIRE(last);
    CHECK(last->close_code() == 1003);
    CHECK_FALSE(has(everything_in(hall), "looking"));

    const auto report = [&](const std::string& of, const std::string& target) {
        return Caller(*daemon, of).get(target);
    };
    const auto page = report(of_anna, "/api/report"), table = report(of_ben, "/api/report.csv?round=1");
    CHECK(has(page.head, "text/html"));
    CHECK(has(page.body, "White resigned, by Anna (token 1)"));
    CHECK(has(table.head, "text/csv"));
    CHECK(has(table.body, "White resigned;Anna (token 1);"));
    CHECK(has(table.body, ";0-1;"));
    CHECK_FALSE(has(report(of_cleo, "/api/report").body, "resigned"));
    CHECK_FALSE(has(report(of_ben, "/api/report?round=2").body, "resigned"));
    CHECK(report(of_fay, "/api/report").status == 403);
    CHECK(report("", "/api/report.csv").status == 401);
    const auto file = hall.folder / "ben.token";
    std::ofstream(file) << of_ben << '\n';
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    const auto by_verb =
        tests::run_adoube({"round", "report", "--csv", "--hall", "http://127.0.0.1:" + std::to_string(port),
                           "--token-file", file.string()});
    CHECK(by_verb.status == 0);
    CHECK(has(by_verb.output, "White resigned;Anna (token 1);"));
    const auto as_json = report(of_anna, "/api/report.json");
    CHECK(has(as_json.head, "application/json"));
    CHECK(has(as_json.body, R"j("by":"Anna (token 1)")j"));

    const std::string sheets = "/api/scoresheets.pdf?round=1";
    const auto pdf = report(of_anna, sheets + "&letters=de&times=yes&for=white");
    CHECK(has(pdf.head, "application/pdf"));
    CHECK(pdf.body.starts_with("%PDF"));
    CHECK(report(of_cleo, sheets).status == 404); // her board has no game
    CHECK(report(of_fay, sheets).status == 403);
    CHECK(report("", sheets).status == 401);
    CHECK(report(of_anna, "/api/scoresheets.pdf?round=2").status == 404);
    for (const char* wrong : {"?round=x", "?round=0", "?for=me", "?letters=xx"})
        CHECK(report(of_anna, std::string("/api/scoresheets.pdf") + wrong).status == 422);
    const auto drawn = (hall.folder / "round-1.pdf").string();
    CHECK(
        tests::run_adoube({"scoresheet", "--round", "1", "--hall", "http://127.0.0.1:" + std::to_string(port),
                           "--token-file", file.string(), "-o", drawn})
            .status == 0);
    CHECK(tests::text_of(drawn).starts_with("%PDF"));

    daemon->signal(SIGTERM);
    REQUIRE(daemon->wait() == 0);
    daemon = hall.started_daemon();
    Client after_restart(static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon))));
    CHECK(has(open(after_restart, of_ben), R"({"case":"i1","by":"Anna"})"));
}

TEST_CASE("a feed ends when its token is revoked, wrong tokens are held back, and a damaged list lets nobody "
          "in, all without a restart") {
    Hall hall({"pty:board-1", "pty:board-2"}, settings);
    auto daemon = hall.started_daemon(); // before there is any token
    const auto of_anna = token(hall, "Anna", "arbiter", "1"), of_otto = token(hall, "Otto", "operator"),
               of_ben = token(hall, "Ben", "arbiter", "2"), of_fay = token(hall, "Fay", "fair-play"),
               stranger = "adoube_" + std::string("0000000000000000000000000000000000000000000") + "2CZclj",
               other = of_anna.substr(0, 30) + of_otto.substr(30);
    const auto port = static_cast<std::uint16_t>(std::stoi(tests::served_port(*daemon)));
    Caller anna(*daemon, of_anna), otto(*daemon, of_otto);
    CHECK(anna.get("/api/arbiter").status == 200);

    Client feed(port), browser(port), silent(port);
    REQUIRE(
        feed.get("/api/arbiter/live", std::string(handshake) + "Authorization: Bearer " + of_anna + "\r\n")
            .status == 101);
    const auto opened =
        browser.get("/api/arbiter/live", std::string(handshake) +
                                             "Origin: http://127.0.0.1\r\nSec-WebSocket-Protocol: "
                                             "adoube.arbiter, bearer." +
                                             of_otto + "\r\n");
    CHECK(opened.status == 101);
    CHECK(has(opened.head, "Sec-WebSocket-Protocol: adoube.arbiter\r\n"));
    CHECK(silent
              .get("/api/arbiter/live",
                   std::string(handshake) + "Sec-WebSocket-Protocol: bearer." + of_anna + "\r\n")
              .status == 400);
    CHECK(Client(port).get("/api/arbiter/live", handshake).status == 401);
    CHECK(Client(port).get("/api/arbiter/live?token=" + of_anna, handshake).status == 401);
    CHECK(Client(port)
              .get("/api/arbiter/live", std::string(handshake) + "Cookie: token=" + of_anna + "\r\n")
              .status == 401);
    CHECK(Client(port)
              .get("/api/arbiter/live", std::string(handshake) + "Origin: http://elsewhere.example\r\n" +
                                            "Sec-WebSocket-Protocol: adoube.arbiter, bearer." + of_anna +
                                            "\r\n")
              .status == 403);
    // Ben's boards are others, and the officer's view is another: neither hears of board 1.
    for (const auto& field : {"Authorization: Bearer " + of_fay + "\r\n",
                              "Sec-WebSocket-Protocol: adoube.arbiter, bearer." + of_fay + "\r\n"})
        CHECK(Client(port).get("/api/arbiter/live", std::string(handshake) + field).status == 403);
    Client of_board_2(port);
    REQUIRE(of_board_2
                .get("/api/arbiter/live?epoch=&seq=0",
                     std::string(handshake) + "Authorization: Bearer " + of_ben + "\r\n")
                .status == 101);
    CHECK_FALSE(has(of_board_2.read_message().value_or(""), "\"board\":1,"));
    const auto whole = feed.read_message().value_or("");
    CHECK(whole.starts_with(R"({"type":"boards",)"));
    BoardOnCall board(hall, "board-1");
    board.play("e4 e5");
    board.happen(record::Press{chess::Side::white});
    std::string told;
    while (!has(told, "press-without-move")) {
        const auto message = feed.read_message();
        REQUIRE(message);
        told = *message;
    }
    CHECK(told.starts_with(R"({"type":"board","board":1,)"));
    CHECK(otto.say(R"({"board":"2","tags":{"White":"Zoe"}})").status == 200);
    for (std::string of_board; !has(of_board, "Zoe");) {
        of_board = of_board_2.read_message().value_or("no more Zoe");
        CHECK_FALSE(has(of_board, "\"board\":1,"));
        CHECK_FALSE(has(of_board, "no more"));
    }
    revoke(hall, 1);
    std::optional<Client::Frame> last;
    while (const auto frame = feed.read_frame()) last = frame;
    REQUIRE(last);
    CHECK(last->opcode == 8);
    CHECK(last->close_code() == 1008);
    CHECK(anna.get("/api/arbiter").status == 401);
    CHECK(otto.get("/api/arbiter").status == 200);

    // Whoever has the right resumes the feed.
    const auto epoch = told.empty() ? std::string() : whole.substr(whole.find("epoch\":\"") + 8);
    Client again(port);
    REQUIRE(again
                .get("/api/arbiter/live?epoch=" + epoch.substr(0, epoch.find('"')) + "&seq=0",
                     std::string(handshake) + "Authorization: Bearer " + of_otto + "\r\n")
                .status == 101);
    CHECK(again.read_message().value_or("").starts_with(R"({"type":"board","board":)"));

    int status = 0;
    for (int n = 0; n < 20; ++n)
        status = Caller(*daemon, n % 2 ? stranger : other).get("/api/arbiter").status;
    CHECK(status == 429);
    CHECK(otto.get("/api/status").status == 200); // nobody can lock out a right token
    CHECK(has(otto.get("/api/status").body, "\"wrong_tokens\":21"));
    CHECK(daemon->wait_for_output("too many wrong tokens come from 127.0.0.1"));

    const auto good = tests::text_of(hall.folder / "hall.tokens");
    std::ofstream(hall.folder / "hall.tokens", std::ios::app) << "{\"id\":9";
    CHECK(otto.get("/api/status").status == 503);
    while (const auto frame = browser.read_frame()) last = frame;
    CHECK(last->close_code() == 1008);
    CHECK(adoube_at_end({"arbiter", "--control", (hall.folder / "hall.control").string(), "--board", "1",
                         "result", "1-0"})
              .output == "result 1-0 entered\n");
    std::ofstream(hall.folder / "good.tokens") << good;
    std::filesystem::permissions(hall.folder / "good.tokens", std::filesystem::perms(0600));
    std::filesystem::rename(hall.folder / "good.tokens", hall.folder / "hall.tokens"); // atomically
    CHECK(otto.get("/api/status").status == 200);
    CHECK(daemon->wait_for_output("the tokens can be read again"));
    const auto log = daemon->output();
    const auto damaged = log.find("is damaged, line 6: the file is cut here");
    CHECK(damaged != std::string::npos);
    CHECK(log.find("is damaged", damaged + 20) == std::string::npos); // told once
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    check_untold(Caller::all_heard + everything_in(hall) + opened.head,
                 {of_anna, of_otto, of_ben, of_fay, other});
}

TEST_CASE("an arbiter at another computer says what happened and is told what happens, over a restart of the "
          "daemon, until his token is revoked") {
    Hall hall({"pty:board-1", "pty:board-2"}, settings);
    const auto of_anna = token(hall, "Anna", "arbiter", "1");
    const auto file = hall.folder / "anna.token";
    std::ofstream(file) << "";
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    std::ofstream(file) << of_anna << '\n';
    const tests::HeldPort held; // for the next daemon too
    const auto port = std::to_string(held.number());
    const std::vector<std::string> there{"--listen", "127.0.0.1:" + port};
    auto daemon = hall.start_daemon(there);
    REQUIRE(daemon->wait_for_output("adoubed: serving "));
    const auto as_anna = [&](std::vector<std::string> words) {
        words.insert(words.begin(),
                     {"arbiter", "--hall", "http://127.0.0.1:" + port, "--token-file", file.string()});
        return words;
    };
    BoardOnCall board(hall, "board-1");
    board.play("e4 e5");
    auto words = as_anna({"watch"});
    words.insert(words.begin(), tests::program("adoube"));
    Process watch(std::move(words), hall.folder / "watch.log");
    board.happen(record::Press{chess::Side::white});
    REQUIRE(watch.wait_for_output("board 1: incident 1, move "));
    const auto ran = [&](std::vector<std::string> said, const std::string& answer) {
        CHECK(adoube_at_end(as_anna(std::move(said))).output == answer + "\n");
    };
    ran({"--board", "1", "time", "w=60", "b=61"}, "time: White 0:01:00, Black 0:01:01");
    ran({"--board", "1", "result", "2-0"},
        "adoube arbiter: \"2-0\" is no result: write 1-0, 0-1, 1/2-1/2, +/-, -/+, -/- or *");
    ran({"--board", "2", "pause"}, "adoube arbiter: this token is not for board 2, only for: 1");
    ran({"pause"}, "adoube arbiter: --board needs the number of the board that is meant, from 1");

    daemon->signal(SIGKILL);
    daemon->wait();
    REQUIRE(watch.wait_for_output("; trying again"));
    daemon = hall.start_daemon(there);
    REQUIRE(daemon->wait_for_output("adoubed: serving "));
    board.play("Nf3 Nc6");
    board.happen(record::Press{chess::Side::white});
    REQUIRE(watch.wait_for_output("board 1: incident 2, move "));
    revoke(hall, 1);
    CHECK(watch.wait() == 2);
    const auto told = watch.output();
    CHECK(told.find("incident 1,") == told.rfind("incident 1,"));
    CHECK(has(told, "adoube arbiter: this token "));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    std::filesystem::remove(file);
    check_untold(everything_in(hall), {of_anna});
}
