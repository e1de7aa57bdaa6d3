#include "daemon/server/token_desk.hpp"

#include "daemon/server/console_message.hpp"
#include "daemon/server/viewer.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

using namespace adoube;
using namespace adoube::server;
using access::Boards;
using access::Role;
using broadcast::game_with;

namespace {

struct View {
    broadcast::PublicGame game;
    std::vector<umpire::Incident> incidents{};
    std::set<int> dismissed{};
    std::vector<round::Act> acts{};
    std::string record{};
    std::shared_ptr<drivers::Driver> driver = drivers::make_driver(drivers::Maker::adoube, "P1");
    std::string trouble{};
    std::optional<umpire::Sight> squares{};

    round::TableView operator()() const {
        return {.number = game.board,
                .record_id = record,
                .game = game,
                .start_time = {},
                .incidents = incidents,
                .proposals = {},
                .dismissed = dismissed,
                .acts = acts,
                .port = {},
                .driver = *driver,
                .hello = nullptr,
                .trouble = trouble,
                .complaints = {},
                .notice = {},
                .squares = squares ? &*squares : nullptr};
    }
};

umpire::Incident incident(int seq, const std::string& text) {
    umpire::Incident told;
    told.seq = seq;
    told.text = text;
    return told;
}

struct AtDesk {
    AtDesk() {
        desk.start(
            {.command = [this](const std::string& line, const access::Grant& who) { return read(line, who); },
             .status = [] { return std::string("{}"); },
             .targets = [] { return std::string("{\"targets\":[]}"); },
             .metrics = [] { return Response{.body = "up 1\n"}; },
             .games_at_once = [] { return std::string("1. e4 *"); },
             .cosign =
                 [this](const DeskRequest& request, access::Grant who) {
                     return take(std::string(request.target) + request.body, who);
                 },
             .of_record =
                 [this](const DeskRequest& request, access::Grant who) {
                     return take("record " + std::string(request.target), who);
                 },
             .round_files =
                 [this](const DeskRequest& request, access::Grant who) {
                     return take("round " + std::string(request.target) + request.body, who);
                 },
             .spare_boards = [this] { return take("boards", {}); },
             .settings =
                 [this](const DeskRequest& request, access::Grant who) {
                     return take("event " + std::string(request.target) + request.body, who);
                 },
             .tokens =
                 [this](const DeskRequest& request, access::Grant who) {
                     return take("tokens " + std::string(request.target) + request.body, who);
                 },
             .clock_times =
                 [](int round, const access::Grant& who) {
                     return "clocks of round " + std::to_string(round) + " for " + who.name;
                 },
             .report =
                 [this](std::string_view path, int round, access::Grant who) {
                     return take(std::string(path) + ' ' + std::to_string(round), who);
                 },
             .sheets =
                 [this](const DeskRequest& request, access::Grant who) {
                     return take("sheets " + std::string(request.target), who);
                 },
             .keep_settled = [](const std::string&) {},
             .tell = [this](const std::string& sentence) { log.push_back(sentence); },
             .utc_ms = [this] { return UtcMs(now_ms); },
             .steady_ms = [this] { return now_ms; }});
    }

    std::string token(const std::string& name, Role role, const std::string& boards) {
        auto text = access::new_token_text().value();
        access::Token made;
        made.name = name;
        made.role = role;
        made.boards = *Boards::parse(boards);
        made.hash = access::hash_of(text);
        REQUIRE(
            access::change_token_file(file, [&](access::Tokens& tokens) -> std::expected<void, std::string> {
                if (auto added = tokens.add(made); !added) return std::unexpected(added.error());
                return {};
            }));
        return text;
    }
    Response ask(const std::string& target, const std::string& shown, const std::string& method = "GET",
                 const std::string& body = {}, const std::string& address = "10.0.0.1") {
        std::optional<Response> response;
        const auto field = shown.empty() ? shown : "Bearer " + shown;
        boost::asio::io_context context;
        boost::asio::co_spawn(context, desk.answer({method, target, {field}, address, body}),
                              [&](std::exception_ptr, Response answered) { response = std::move(answered); });
        context.run();
        return response.value();
    }
    /// "3 Nf3": on board 3; without a number on board 1.
    std::expected<TokenDesk::Command, Response> read(const std::string& line, const access::Grant& who) {
        const int board = line.find(' ') == 1 && line[0] >= '0' && line[0] <= '9' ? line[0] - '0' : 1;
        if (!may(who, access::Thing::arbiters_word, board)) return std::unexpected(refusal(403, "not yours"));
        return TokenDesk::Command{board, [this, line, who] { return take(line, who); }};
    }
    boost::asio::awaitable<Response> take(std::string line, access::Grant who) {
        while (waits > 0) co_await boost::asio::post(boost::asio::use_awaitable);
        lines.push_back(who.who() + ": " + line);
        co_return Response{.type = "application/json", .body = "{\"ok\":true}\n", .etag = {}, .fields = {}};
    }

    tests::TemporaryFolder folder;
    std::filesystem::path file = folder / "hall.tokens";
    std::int64_t now_ms = 1'763'650'800'000;
    std::vector<std::string> log, lines;
    int waits = 0; // > 0: nothing is answered
    TokenDesk desk{file};
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE_METHOD(AtDesk, "an address answers somebody whom it is not for, or not who it is for") {
    const auto anna = token("Anna", Role::arbiter, "1"), otto = token("Otto", Role::operator_, "all"),
               fay = token("Fay", Role::fair_play, "all"), mona = token("Mona", Role::monitor, "all");
    const struct {
        const char *method, *target;
        unsigned nobody, arbiter, officer, chief, monitor = 403;
    } rows[] = {{"GET", "/api/arbiter", 401, 200, 403, 200},
                {"GET", "/api/fair-play/round.pgn", 401, 403, 200, 200},
                {"GET", "/api/status", 401, 403, 403, 200},
                {"GET", "/metrics", 401, 403, 403, 200, 200},
                {"POST", "/metrics", 405, 405, 405, 405},
                {"GET", "/api/targets", 401, 403, 403, 200},
                {"POST", "/api/targets", 405, 405, 405, 405},
                {"POST", "/api/round/pairings", 401, 403, 403, 200},
                {"GET", "/api/round/pairings", 405, 405, 405, 405},
                {"POST", "/api/round/results", 401, 403, 403, 200},
                {"GET", "/api/round/results", 405, 405, 405, 405},
                {"GET", "/api/boards", 401, 403, 403, 200},
                {"POST", "/api/boards", 405, 405, 405, 405},
                {"POST", "/api/round/standings", 401, 403, 403, 200},
                {"GET", "/api/round/standings", 405, 405, 405, 405},
                {"POST", "/api/round/game", 401, 403, 403, 200},
                {"GET", "/api/round/game", 405, 405, 405, 405},
                {"GET", "/api/event", 401, 403, 403, 200},
                {"POST", "/api/event", 405, 405, 405, 405},
                {"POST", "/api/event/save", 401, 403, 403, 200},
                {"GET", "/api/event/save", 405, 405, 405, 405},
                {"GET", "/api/wall", 401, 403, 403, 200},
                {"POST", "/api/wall", 405, 405, 405, 405},
                {"POST", "/api/wall/save", 401, 403, 403, 200},
                {"GET", "/api/wall/save", 405, 405, 405, 405},
                {"GET", "/api/tokens", 401, 403, 403, 200},
                {"POST", "/api/tokens", 405, 405, 405, 405},
                {"POST", "/api/tokens/new", 401, 403, 403, 200},
                {"GET", "/api/tokens/new", 405, 405, 405, 405},
                {"POST", "/api/tokens/revoke", 401, 403, 403, 200},
                {"GET", "/api/tokens/revoke", 405, 405, 405, 405},
                {"POST", "/api/code", 401, 403, 403, 200},
                {"GET", "/api/code", 405, 405, 405, 405},
                {"POST", "/api/command", 401, 200, 403, 200},
                {"GET", "/api/command", 405, 405, 405, 405},
                {"POST", "/api/arbiter", 405, 405, 405, 405},
                {"GET", "/api/arbiter?a=b", 401, 200, 403, 200},
                {"DELETE", "/api/status", 405, 405, 405, 405},
                {"HEAD", "/api/status", 405, 405, 405, 405},
                {"GET", "/api/evidence", 401, 200, 403, 200},
                {"GET", "/api/evidence/checkpoint?game=g&old=1", 401, 200, 403, 200},
                {"POST", "/api/evidence/cosignature", 401, 200, 403, 200},
                {"GET", "/api/evidence/cosignature", 405, 405, 405, 405},
                {"POST", "/api/evidence", 405, 405, 405, 405},
                {"GET", "/api/report", 401, 200, 403, 200},
                {"GET", "/api/report.csv?round=3", 401, 200, 403, 200},
                {"GET", "/api/report.json", 401, 200, 403, 200},
                {"GET", "/api/scoresheets.pdf?round=3", 401, 200, 403, 200},
                {"GET", "/api/report?round=x", 401, 422, 403, 422},
                {"POST", "/api/report", 405, 405, 405, 405},
                {"GET", "/api/clock-times", 401, 200, 403, 200},
                {"GET", "/api/clock-times?round=100", 401, 422, 403, 422},
                {"POST", "/api/clock-times", 405, 405, 405, 405},
                {"GET", "/api/games/E-r1-b3/inputs", 401, 200, 403, 200},
                {"GET", "/api/games/", 401, 200, 403, 200},
                {"POST", "/api/games/E-r1-b3/inputs", 405, 405, 405, 405}};
    std::uint64_t forbidden = 0;
    for (const auto& row : rows) {
        CAPTURE(row.method, row.target);
        REQUIRE(desk.has(path_of(row.target)));
        CHECK(ask(row.target, "", row.method).status == row.nobody);
        CHECK(ask(row.target, anna, row.method).status == row.arbiter);
        CHECK(ask(row.target, fay, row.method).status == row.officer);
        CHECK(ask(row.target, otto, row.method).status == row.chief);
        const auto monitor = row.nobody == 401 ? row.monitor : row.nobody;
        CHECK(ask(row.target, mona, row.method).status == monitor);
        for (const auto status : {row.arbiter, row.officer, row.chief, monitor}) forbidden += status == 403;
    }
    for (const char* path :
         {"/", "/live", "/api/round", "/api/round/", "/api/evidence/", "/api/arbiter/", "/api/games",
          "/games/E-r1-b3.pgn", "/api/arbiter/live/", "/api", "/API/ARBITER"})
        CHECK_FALSE(desk.has(path));
    CHECK(ask("/api/report.csv?round=3", anna).status == 200);
    CHECK(lines.back() == "Anna (token 1): /api/report.csv 3");
    CHECK(ask("/api/clock-times?round=3", anna).body == "clocks of round 3 for Anna\n");
    CHECK(ask("/api/command", anna, "POST", "a line\n").body == "{\"ok\":true}\n");
    CHECK(lines.back() == "Anna (token 1): a line");
    CHECK(desk.forbidden() == forbidden);
    CHECK(ask("/api/arbiter", "").fields == std::vector<Field>{{"WWW-Authenticate", "Bearer"}});
}

TEST_CASE_METHOD(AtDesk, "a command that is said again after a lost connection is carried out twice") {
    const auto anna = token("Anna", Role::arbiter, "1"), ben = token("Ben", Role::arbiter, "1,2");
    const std::string path = "/api/command?epoch=1763650800000&id=";
    const auto first = ask(path + "a", anna, "POST", "add two minutes");
    CHECK(first.status == 200);
    const auto again = ask(path + "a", anna, "POST", "add two minutes");
    CHECK(again.status == 200);
    CHECK(again.body == first.body);
    CHECK(lines.size() == 1);
    CHECK(ask(path + "a", anna, "POST", "add three minutes").status == 422); // the id of another command
    CHECK(ask("/api/command?epoch=1&id=b", anna, "POST", "of an earlier run").status == 410);
    CHECK(ask("/api/command?id=b", anna, "POST", "of any run").status == 410);
    CHECK(ask(path + std::string(65, 'i'), anna, "POST", "long").status == 422);
    CHECK(lines.size() == 1);
    CHECK(ask(path + "b", anna, "POST", "add two minutes").status == 200); // said twice on purpose
    CHECK(ask(path + "a", ben, "POST", "add two minutes").status == 200);  // another arbiter's
    CHECK(ask("/api/command", anna, "POST", "add two minutes").status == 200);
    CHECK(ask("/api/command", anna, "POST", "add two minutes").status == 200);
    CHECK(lines.size() == 5);
}

TEST_CASE("a repetition is carried out while the first is still under way, or too many are forgotten early") {
    AnsweredOnce once;
    const auto said_by = [](int token, const std::string& id, Role role) {
        const access::TokenHash hash{static_cast<std::uint8_t>(token)};
        return AnsweredOnce::Said{hash, {role, Boards::all(), token, "A"}, id, "line"};
    };
    const auto said = [&](const std::string& id) { return said_by(1, id, Role::arbiter); };
    CHECK_FALSE(once.begin(said("a"), 0));
    CHECK(once.begin(said("a"), 1)->status == 409);
    once.answered(said("a"), refusal(422, "no such incident"));
    CHECK(once.begin(said("a"), AnsweredOnce::kept_ms - 1)->status == 422);
    const auto fill = [&](int token, Role role, std::size_t from, std::size_t to) {
        for (std::size_t n = from; n < to; ++n)
            REQUIRE_FALSE(once.begin(said_by(token, std::to_string(n), role), 2));
    };
    fill(1, Role::arbiter, 1, AnsweredOnce::room.of_token);
    CHECK(once.begin(said("b"), 3)->status == 503);
    CHECK(once.begin(said("a"), 3)->status == 422);
    for (int token = 2; token <= 7; ++token) fill(token, Role::arbiter, 0, AnsweredOnce::room.of_token);
    CHECK(once.begin(said_by(8, "a", Role::arbiter), 3)->status == 503);
    fill(9, Role::operator_, 0, AnsweredOnce::room.for_operators);
    CHECK(once.begin(said_by(9, "a", Role::operator_), 3)->status == 503);
    CHECK_FALSE(once.begin(said("b"), AnsweredOnce::kept_ms + 2));
}

TEST_CASE_METHOD(AtDesk,
                 "what is wrong with a token can be told from the answer, or guessing costs nothing") {
    const auto anna = token("Anna", Role::arbiter, "1");
    REQUIRE(access::change_token_file(file, [](access::Tokens& tokens) { return tokens.revoke(1, 1); }));
    const auto unknown = access::new_token_text().value();
    const auto of_revoked = ask("/api/arbiter", anna), of_unknown = ask("/api/arbiter", unknown),
               of_none = ask("/api/arbiter", "adoube_x");
    CHECK(of_revoked.status == 401);
    CHECK(of_revoked.body == of_unknown.body);
    CHECK(of_unknown.body == of_none.body);
    CHECK(of_revoked.fields == of_unknown.fields);
    for (int n = 3; n < access::WrongTokens::burst; ++n) CHECK(ask("/api/arbiter", unknown).status == 401);
    CHECK(ask("/api/arbiter", unknown).status == 429);
    CHECK(ask("/api/status", anna).status == 429);
    CHECK(ask("/api/arbiter", unknown).fields == std::vector<Field>{{"Retry-After", "6"}});
    CHECK(ask("/api/arbiter", unknown, "GET", "", "10.0.0.2").status == 401); // another address
    const auto ben = token("Ben", Role::arbiter, "2");
    CHECK(ask("/api/arbiter", ben).status == 200); // a right one from the same
    CHECK(log ==
          std::vector<std::string>{"too many wrong tokens come from 10.0.0.1: they are only counted now"});
    CHECK(desk.wrong_tokens() == 14);
}

TEST_CASE_METHOD(AtDesk, "a token opens something while the list cannot be read") {
    const auto anna = token("Anna", Role::arbiter, "1");
    CHECK(ask("/api/arbiter", anna).status == 200);
    std::filesystem::permissions(file, std::filesystem::perms(0644));
    CHECK(ask("/api/arbiter", anna).status == 503);
    CHECK(ask("/api/arbiter", anna).status == 503);
    CHECK(ask("/api/arbiter", "").status == 401);
    CHECK(log.size() == 1);
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    CHECK(ask("/api/arbiter", anna).status == 200);
    CHECK(log.size() == 2);
    CHECK(desk.wrong_tokens() == 0);
}

TEST_CASE("a square that is to be put right is not told, or is still told once it is right") {
    ArbitersRound round("e");
    View view{game_with("g1", 1, {"e4"})};
    const auto e4 = chess::square_from("e4").value(), e2 = chess::square_from("e2").value();
    view.squares.emplace(record::Sensing::identity);
    view.squares->show(view.game.position);
    CHECK(has(round.update(view()), R"("differ":[])"));
    view.squares->lift(e4, GameMs(1));
    CHECK(round.update(view()) == R"({"type":"board","board":1,"differ":[["e4","P",null]]})");
    view.squares->drop(e2, {chess::Side::white, chess::PieceType::pawn}, GameMs(1));
    CHECK(has(round.update(view()), R"("differ":[["e2",null,"P"],["e4","P",null]])"));
    view.squares->lift(e2, GameMs(2));
    view.squares->drop(e2, {}, GameMs(2));
    CHECK(has(round.update(view()), R"("differ":[["e2",null,"?"],["e4","P",null]])"));
    view.squares->show(view.game.position);
    CHECK(has(round.update(view()), R"("differ":[])"));
    view.squares->lift(e4, GameMs(1));
    CHECK(has(round.update(view()), "e4"));
    view.squares.reset(); // the cable is out, or the game over
    CHECK(has(round.update(view()), R"("differ":[])"));
}

TEST_CASE(
    "the right to claim a draw is told later than the position that it holds for, or once it has ended") {
    ArbitersRound round("e");
    const View view{game_with("g1", 1, {"e4"})};
    CHECK(has(round.update(view()), R"("right":null)"));
    auto open = view();
    open.right_to_claim = umpire::RightToClaim{chess::Side::black, 10, 3, false, false};
    CHECK(round.update(open) ==
          R"({"type":"board","board":1,"right":{"side":"b","ply":10,"times":3,"fifty":false,"lost":false}})");
    CHECK(round.update(open).empty());
    auto lost = open;
    lost.right_to_claim->lost = true;
    CHECK(has(round.update(lost), R"("times":3,"fifty":false,"lost":true)"));
    const View moved{game_with("g1", 1, {"e4", "e5"})};
    const auto both = round.update(moved());
    CHECK(has(both, R"("right":null)"));
    CHECK(has(both, R"("fen":)"));
}

TEST_CASE("that a breach may still be claimed is told of another one, or once that has ended") {
    ArbitersRound round("e");
    const View view{game_with("g1", 1, {"e4"})};
    CHECK(has(round.update(view()), R"("breach":null)"));
    auto open = view();
    open.claimable_breach = 2;
    CHECK(round.update(open) == R"({"type":"board","board":1,"breach":2})");
    CHECK(round.update(open).empty());
    CHECK(round.update(view()) == R"({"type":"board","board":1,"breach":null})");
}

TEST_CASE("that a promoted piece is assumed is not told, or still told once an arbiter named it") {
    ArbitersRound round("e");
    const View view{game_with("g1", 1, {"e4"})};
    CHECK(has(round.update(view()), R"("untold":[])"));
    auto assumed = view();
    const std::vector plies{33, 41};
    assumed.untold_promotions = plies;
    CHECK(round.update(assumed) == R"({"type":"board","board":1,"untold":[33,41]})");
    CHECK(round.update(assumed).empty());
    CHECK(round.update(view()) == R"({"type":"board","board":1,"untold":[]})");
}

TEST_CASE("who plays next at a table is not told, or is told once they play") {
    ArbitersRound round("e");
    const View view{game_with("g1", 1, {"e4"})};
    CHECK(has(round.update(view()), R"("next":null)"));
    const record::Tags tags{
        {"White", "Adams, Ann"}, {"Black", "\"B\""}, {"Round", "2"}, {"WhiteTeam", "A-Town"}};
    auto armed = view();
    armed.next = {"g2", &tags};
    const std::string next =
        R"("next":{"id":"g2","round":"2","white":"Adams, Ann","black":"\"B\"","white_team":"A-Town"})";
    CHECK(round.update(armed) == R"({"type":"board","board":1,)" + next + "}");
    CHECK(round.update(armed).empty());
    CHECK(has(round.whole({access::Role::operator_, Boards::all(), 1, "Otto"}), next));
    CHECK(has(round.update(view()), R"("next":null)"));
}

TEST_CASE("an arbiter's view lacks something of his boards, or holds something of others'") {
    ArbitersRound round("e");
    View one{game_with("g1", 1, {"e4"})}, two{game_with("g2", 2, {"d4"})};
    CHECK(has(round.update(one()), R"({"type":"board","board":1,)"));
    CHECK(round.update(one()).empty());
    CHECK(!round.update(two()).empty());
    one.incidents.push_back(incident(1, "first"));
    one.incidents.push_back(incident(2, "second"));
    const auto both = round.update(one());
    CHECK(has(both, R"("incidents":[{"seq":1,)"));
    CHECK(!has(both, "\"game\""));
    one.incidents.push_back(incident(3, "third"));
    const auto third = round.update(one());
    CHECK(has(third, "third"));
    CHECK(!has(third, "second"));
    one.dismissed.insert(2);
    CHECK(round.update(one()) == R"({"type":"board","board":1,"dismissed":[2]})");
    one.trouble = "port P1 was closed";
    CHECK(round.update(one()) == R"({"type":"board","board":1,"trouble":"port P1 was closed"})");
    one.game = game_with("g1", 1, {"e4", "e5"});
    CHECK(has(round.update(one()), R"("keep":1,"moves":[["e5","e7e5")"));
    const access::Grant of_one{Role::arbiter, *Boards::parse("1"), 1, "Anna"};
    const auto his = round.whole(of_one);
    CHECK(has(his, "third"));
    CHECK(has(his, "e7e5"));
    CHECK(!has(his, "\"board\":2"));
    CHECK(has(round.whole({Role::operator_, Boards::all(), 2, "Otto"}), "\"board\":2"));
    CHECK(!has(round.whole({}), "\"board\":1"));
    // The board's next game begins anew.
    const View next{game_with("g1.2", 1, {})};
    const auto begun = round.update(next());
    CHECK(has(begun, R"("incidents":[])"));
    CHECK(has(begun, R"("dismissed":[])"));
    CHECK(has(begun, R"("keep":0)"));
    CHECK(!has(round.whole(of_one), "third"));
}

TEST_CASE("a feed that is resumed doubles or loses a change, or gives one of another's board") {
    ArbitersFeed feed("e");
    const access::Grant of_one{Role::arbiter, *Boards::parse("1"), 1, "Anna"};
    View one{game_with("g1", 1, {})}, two{game_with("g2", 2, {})};
    for (int n = 1; n <= 3; ++n) {
        one.incidents.push_back(incident(n, "of one " + std::to_string(n)));
        two.incidents.push_back(incident(n, "of two " + std::to_string(n)));
        CHECK(feed.update(one())->board == 1);
        CHECK(feed.update(two())->board == 2);
    }
    CHECK_FALSE(feed.update(two()));
    const access::Grant of_both{Role::arbiter, *Boards::parse("1,2"), 2, "Ben"};
    const auto epoch = feed.round().epoch();
    CHECK(feed.round().seq(of_one) == 3); // no matter what happens on board 2
    CHECK(feed.round().seq(of_both) == 6);
    const auto missed = *feed.welcome({epoch, 2}, of_one);
    CHECK(has(missed, "of one 3"));
    CHECK(!has(missed, "of one 2"));
    CHECK(!has(missed, "of two"));
    CHECK(feed.welcome({epoch, 3}, of_one)->empty());
    for (const auto& resume : {Resume{"other", 3}, Resume{epoch, 4}, Resume{}}) {
        const auto whole = *feed.welcome(resume, of_one);
        CHECK(has(whole, R"({"type":"boards","epoch":"e","seq":3,)"));
        CHECK(has(whole, "of one 1"));
        CHECK(!has(whole, "of two"));
    }
    for (std::size_t n = 0; n < 2 * Feed::backlog_count; ++n) {
        two.trouble = std::to_string(n);
        feed.update(two());
        CHECK(*feed.welcome({epoch, 2}, of_one) == missed); // else she could count what happens on board 2
    }
    CHECK(has(*feed.welcome({epoch, 5}, of_both), R"({"type":"boards",)"));
    one.trouble = "new";
    feed.update(one());
    const auto seq = feed.round().seq(of_both);
    CHECK(has(*feed.welcome({epoch, seq - 1}, of_both), R"("trouble":"new")"));
    CHECK(has(*feed.welcome({epoch, seq - 2}, of_both), std::to_string(2 * Feed::backlog_count - 1)));
    CHECK(
        has(*feed.welcome({epoch, seq - ArbitersFeed::backlog_count - 2}, of_both), R"({"type":"boards",)"));
    for (std::size_t n = 0; n < 2 * Feed::backlog_count; ++n) {
        one.trouble = std::to_string(n);
        feed.update(one());
    }
    CHECK(has(*feed.welcome({epoch, 3}, of_one), R"({"type":"boards",)")); // away for too long
}

TEST_CASE_METHOD(AtDesk, "one token opens feeds until others find no place, or one that is left frees none") {
    const auto anna = token("Anna", Role::arbiter, "1"), otto = token("Otto", Role::operator_, "all");
    const auto admitted = [&](const std::string& of) {
        const auto shown = "Bearer " + of;
        return desk.admit(
            {.method = "GET", .target = "/api/arbiter/live", .shown = {shown, {}}, .address = {}});
    };
    boost::asio::io_context context;
    std::vector<std::shared_ptr<Viewer>> viewers;
    const auto open = [&](const std::string& of) {
        auto pass = admitted(of);
        if (!pass) return false;
        viewers.push_back(std::make_shared<Viewer>(
            std::make_shared<Connection>(boost::asio::ip::tcp::socket(context)), ViewerLimits()));
        desk.join(viewers.back(), std::move(*pass), {});
        return true;
    };
    const auto& room = TokenDesk::for_viewers;
    for (std::size_t n = 0; n < room.of_token; ++n) REQUIRE(open(anna));
    CHECK(admitted(anna).error().status == 503);
    desk.leave(viewers.back());
    CHECK(admitted(anna));
    REQUIRE(open(anna));
    while (viewers.size() <= room.all - room.for_operators) {
        const auto ben = token("Ben", Role::arbiter, "1");
        for (std::size_t n = 0; n < room.of_token && open(ben); ++n) {
        }
        if (!admitted(token("Cleo", Role::arbiter, "1"))) break;
    }
    CHECK(desk.viewers() == room.all - room.for_operators);
    for (std::size_t n = 0; n < room.for_operators; ++n) CHECK(open(otto));
    CHECK_FALSE(open(otto));
}

TEST_CASE_METHOD(AtDesk, "one token has so many requests under way that others find no place") {
    const auto anna = token("Anna", Role::arbiter, "1"), ben = token("Ben", Role::arbiter, "1");
    boost::asio::io_context context;
    std::map<unsigned, std::size_t> statuses;
    const auto send = [&](const std::string& shown) {
        boost::asio::co_spawn(context, desk.answer({"POST", "/api/command", {shown}, "10.0.0.1", "move"}),
                              [&](std::exception_ptr, Response answered) { ++statuses[answered.status]; });
    };
    const auto hers = "Bearer " + anna, his = "Bearer " + ben;
    waits = 1;
    for (std::size_t n = 0; n < TokenDesk::for_requests.of_token + 3; ++n) send(hers);
    send(his);
    while (statuses[429] < 3) context.poll_one();
    waits = 0;
    context.run();
    CHECK(statuses == std::map<unsigned, std::size_t>{{200, TokenDesk::for_requests.of_token + 1}, {429, 3}});
    CHECK(ask("/api/command", anna, "POST", "move").status == 200); // all is free again
}

TEST_CASE_METHOD(AtDesk,
                 "a body is read before it is known whose it is, or a longer one than the address takes") {
    const auto anna = token("Anna", Role::arbiter, "1"), otto = token("Otto", Role::operator_, "all");
    const auto takes = [&](const char* method, const char* target, const std::string& shown) {
        const auto field = shown.empty() ? shown : "Bearer " + shown;
        const auto longest = desk.may_send({method, target, {field}, "10.0.0.1"});
        return longest ? *longest : longest.error().status;
    };
    CHECK(takes("POST", "/api/command", "") == 401);
    CHECK(takes("POST", "/api/command", "adoube_x") == 401);
    CHECK(takes("GET", "/api/command", anna) == 405);
    CHECK(takes("POST", "/api/tokens/new", anna) == 403);
    CHECK(takes("POST", "/api/command", anna) == Desk::longest_body);
    CHECK(takes("POST", "/api/tokens/new", otto) == 4096);
    CHECK(takes("GET", "/api/arbiter", anna) == 0);
    CHECK(lines.empty());
}

TEST_CASE_METHOD(AtDesk, "two arbiters give the same two minutes, as the second is not told of the first") {
    const auto anna = token("Anna", Role::arbiter, "all"), ben = token("Ben", Role::arbiter, "all");
    View one{game_with("g1", 1, {"e4"})};
    one.record = "E-r1-b1";
    desk.update(one());
    const auto said = [&](const std::string& by, const std::string& known) {
        return ask("/api/command?game=E-r1-b1&acts=" + known, by, "POST", "two minutes");
    };
    CHECK(said(anna, "0").status == 200);
    one.acts.push_back({GameMs(1000), record::SetTime{3'600'000, {}}, "Anna (token 1)"});
    desk.update(one());
    const auto second = said(ben, "0");
    CHECK(second.status == 412);
    CHECK(second.body ==
          R"({"error":"Anna (token 1) has done something here since: the arbiter set the clock )"
          R"(to 1:00:00 for White; say it again if you still mean it"})"
          "\n");
    CHECK(said(anna, "0").status == 200); // it is her own
    CHECK(said(ben, "1").status == 200);  // who knows of it
    one.acts.push_back({GameMs(2000), record::Pause{}, ""});
    desk.update(one());
    CHECK(has(said(ben, "1").body, "somebody at the daemon's own computer has done something here since"));
    CHECK(said(ben, "99").status == 200);
    CHECK(said(ben, "").status == 422);
    CHECK(said(ben, "-1").status == 422);
    one.record = "E-r2-b1"; // the next game has the board now
    desk.update(one());
    CHECK(has(said(ben, "2").body, "board 1 has not game E-r1-b1 any more"));
    CHECK(lines.size() == 4);
}

TEST_CASE_METHOD(AtDesk,
                 "by a game that is named beside a command an arbiter learns of a board that is not his") {
    const auto anna = token("Anna", Role::arbiter, "1,3");
    View one{game_with("g1", 1, {"e4"})}, two{game_with("g2", 2, {"d4", "d5"})};
    one.record = "E-r1-b1";
    two.record = "E-r1-b2";
    two.acts.push_back({GameMs(1000), record::SetTime{3'600'000, {}}, "Ben (token 2)"});
    desk.update(one());
    desk.update(two());
    const auto said = [&](const std::string& line, const std::string& game, const std::string& known) {
        auto answer = ask("/api/command?game=" + game + "&acts=" + known, anna, "POST", line);
        for (auto at = answer.body.find(game); at != std::string::npos; at = answer.body.find(game))
            answer.body.replace(at, game.size(), "G");
        return std::pair(answer.status, answer.body);
    };
    const auto none = said("1 Nf3", "E-r1-b9", "0"); // there is no such game
    CHECK(none ==
          std::pair(412U, std::string("{\"error\":\"board 1 has not game G any more; say it again if you "
                                      "still mean it\"}\n")));
    for (const auto* known : {"0", "1", "1&moves=2", "1&moves=1", "9&moves=0"}) {
        CAPTURE(known);
        CHECK(said("1 Nf3", "E-r1-b2", known) == none);
        CHECK(said("3 Nf3", "E-r1-b2", known).first == 412); // her board, without a game
        CHECK(said("2 Nf3", "E-r1-b2", known) == said("2 Nf3", "E-r1-b1", known)); // his, by whatever name
        CHECK(said("2 Nf3", "E-r1-b2", known).first == 403);
    }
    CHECK(said("0 round", "E-r1-b1", "0").first == 403);
    CHECK(lines.empty());
    CHECK(said("1 Nf3", "E-r1-b1", "0&moves=1").first == 200);
    const auto otto = token("Otto", Role::operator_, "all");
    CHECK(ask("/api/command?game=E-r1-b1&acts=0", otto, "POST", "0 round").status == 422);
}

TEST_CASE_METHOD(AtDesk, "a move counts for a position that its arbiter did not see") {
    const auto anna = token("Anna", Role::arbiter, "all");
    View one{game_with("g1", 1, {"e4"})};
    one.record = "E-r1-b1";
    desk.update(one());
    const auto said = [&](const std::string& moves) {
        return ask("/api/command?game=E-r1-b1&acts=0&moves=" + moves, anna, "POST", "Nf3");
    };
    CHECK(said("1").status == 200);
    const auto refused = said("0");
    CHECK(refused.status == 412);
    CHECK(refused.body ==
          "{\"error\":\"the game has come to another move, e4; say it again if you still mean it\"}\n");
    one.game = game_with("g1", 1, {"e4", "e5"}); // by the board
    desk.update(one());
    CHECK(said("1").status == 412);
    CHECK(said("2").status == 200);
    one.game = game_with("g1", 1, {});
    desk.update(one());
    CHECK(has(said("2").body, "the game has no move any more"));
    CHECK(said("x").status == 422);
    CHECK(said("").status == 200); // nothing is said of them
    CHECK(lines.size() == 3);
}

TEST_CASE("a legal move cannot be chosen on the console, or one that is not can") {
    ArbitersRound round("e");
    View view{game_with("g1", 1, {})};
    const auto first = round.update(view());
    CHECK(has(first, R"("legal":[)"));
    CHECK(has(first, R"(["Nf3","g1f3"])"));
    CHECK(!has(first, R"("e5")"));
    view.trouble = "port P1 was closed";
    CHECK(!has(round.update(view()), "legal")); // the same
    view.game = game_with("g1", 1, {"f3", "e5", "g4"});
    CHECK(has(round.update(view()), R"(["Qh4#","d8h4"])"));
    view.game = game_with("g1", 1, {"f3", "e5", "g4", "Qh4#"});
    CHECK(has(round.update(view()), R"("legal":[])"));
    const auto castling = chess::Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value();
    for (const bool chess960 : {false, true}) {
        View other{game_with("g2", 2, {})};
        other.game.start = other.game.position = castling;
        other.game.chess960 = chess960;
        CHECK(has(ArbitersRound("e").update(other()), chess960 ? R"(["O-O","e1h1"])" : R"(["O-O","e1g1"])"));
    }
}

TEST_CASE("an arbiter is not told that a game goes on on another board") {
    ArbitersRound round("e");
    const View view{game_with("g1", 1, {"e4"})};
    CHECK(has(round.update(view()), R"("exchanged":null)"));
    auto exchanged = view();
    exchanged.exchanged_utc_ms = UtcMs(1'763'650'800'000);
    CHECK(round.update(exchanged) == R"({"type":"board","board":1,"exchanged":1763650800000})");
    CHECK(round.update(exchanged).empty());
}

TEST_CASE("what arbiters did is told twice, or is lost with the next change") {
    ArbitersRound round("e");
    View one{game_with("g1", 1, {"e4"})};
    round.update(one());
    one.acts.push_back({GameMs(1000), record::Pause{}, "Anna (token 1)"});
    CHECK(round.update(one()) ==
          R"({"type":"board","board":1,"acts":[{"t":1000,"what":"the arbiter stopped the clock",)"
          R"-("by":"Anna (token 1)"}]})-");
    one.acts.push_back({GameMs(1500), record::SetTime{3'600'000, {}}, "", {120'000, 0}});
    CHECK(has(round.update(one()), R"("by":null,"added_ms":[120000,0]})"));
    one.acts.push_back({GameMs(2000), record::Resume{}, ""});
    CHECK(round.update(one()) ==
          R"({"type":"board","board":1,"acts":[{"t":2000,"what":"the arbiter let the game go on",)"
          R"("by":null}]})");
    CHECK(round.update(one()).empty());
    CHECK(has(round.whole({Role::operator_, Boards::all(), 2, "Otto"}), "stopped the clock"));
    const View next{game_with("g1.2", 1, {})};
    CHECK(has(round.update(next()), R"("acts":[])"));
}

TEST_CASE("who looks at a board is told to somebody of other boards, to the own devices, or for ever") {
    const auto grant = [](const std::string& boards, int token, const std::string& name) {
        return access::Grant{Role::arbiter, *Boards::parse(boards), token, name};
    };
    const auto anna = grant("1-8", 1, "Anna"), ben = grant("8-9", 2, "Ben"), cleo = grant("9", 3, "Cleo");
    const std::string nobody = R"({"type":"looking","at":[]})";
    Lookers all;
    all.look(1, anna, {8, "i2"}, UtcMs(5000), 0);
    all.look(2, anna, {3, ""}, UtcMs(6000), 0); // on her other device
    CHECK(all.told_to(ben) ==
          R"({"type":"looking","at":[{"board":8,"by":"Anna","since":5000,"case":"i2"}]})");
    CHECK(all.told_to(anna) == nobody);
    CHECK(all.told_to(cleo) == nobody);
    CHECK(all.told_to({}) == nobody);
    CHECK(has(all.told_to({Role::operator_, Boards::all(), 4, "Otto"}), R"("board":3)"));
    all.look(1, anna, {8, "i2"}, UtcMs(9000), 200'000); // says it again
    CHECK(has(all.told_to(ben), R"("since":5000)"));
    CHECK(all.forget(Lookers::kept_ms)); // of the other device alone
    CHECK(has(all.told_to(ben), R"("board":8)"));
    all.look(1, anna, {8, "p1"}, UtcMs(9500), 201'000);
    CHECK(has(all.told_to(ben), R"("since":9500,"case":"p1")"));
    CHECK_FALSE(all.forget(201'000 + Lookers::kept_ms - 1));
    CHECK(all.forget(201'000 + Lookers::kept_ms));
    CHECK(all.told_to(ben) == nobody);
    all.look(1, anna, {8, ""}, UtcMs(1), 1);
    all.leave(1);
    CHECK(all.told_to(ben) == nobody);
}

TEST_CASE("a page says where it looks in words that are not understood, or that hide something") {
    const auto at = [](std::string_view said) {
        return std::get<Lookers::At>(parse_console_message(said).value());
    };
    CHECK(std::holds_alternative<LooksAway>(parse_console_message("{}").value()));
    CHECK(at(R"({"board":3})") == Lookers::At{3, ""});
    CHECK(at(R"({"board":3,"case":null})") == Lookers::At{3, ""});
    CHECK(at(R"({"board":3,"case":"i12"})") == Lookers::At{3, "i12"});
    for (const char* wrong : {"", "3", "[]", R"({"board":0})", R"({"board":-3})", R"({"board":"3"})",
                              R"({"board":100001})", R"({"case":"i1"})", R"({"board":3,"case":"x1"})",
                              R"({"board":3,"case":"i"})", R"({"board":3,"case":1})",
                              R"({"board":3,"case":"i<b>"})", R"({"board":3,"case":"i12345678901234"})"})
        CHECK_FALSE(parse_console_message(wrong));
}

TEST_CASE("a page says what is done with in words that are not understood, or without end") {
    const auto mark = [](std::string_view said) {
        return std::get<Settled::Mark>(parse_console_message(said).value());
    };
    CHECK(mark(R"({"board":3,"game":"g1","case":"i2","settled":true})") ==
          Settled::Mark{3, "g1", "i2", true});
    CHECK(mark(R"({"board":3,"game":"g1","case":"csquares: it does not see e4","settled":false})") ==
          Settled::Mark{3, "g1", "csquares: it does not see e4", false});
    const std::string long_text(Settled::longest_case, 'x'), long_id(240, 'g'); // of a long event's name
    CHECK(mark(R"({"board":3,"game":")" + long_id + R"(","case":"i2","settled":true})").game == long_id);
    for (const auto& wrong : {std::string(R"({"board":3,"game":"g1","case":"i2","settled":1})"),
                              std::string(R"({"board":3,"case":"i2","settled":true})"),
                              std::string(R"({"board":3,"game":"g1","settled":true})"),
                              std::string(R"({"board":3,"game":"g1","case":"x","settled":true})"),
                              std::string(R"({"game":"g1","case":"i2","settled":true})"),
                              R"({"board":3,"game":"g1","case":"c)" + long_text + R"(","settled":true})"})
        CHECK_FALSE(parse_console_message(wrong));
}

TEST_CASE(
    "what an arbiter has done with is not told to another, is told to one of other boards, or stays for "
    "the next game") {
    const auto grant = [](const std::string& boards, int token, const std::string& name) {
        return access::Grant{Role::arbiter, *Boards::parse(boards), token, name};
    };
    const auto anna = grant("1-8", 1, "Anna"), ben = grant("8-9", 2, "Ben"), cleo = grant("9", 3, "Cleo");
    const std::string nothing = R"({"type":"settled","boards":[]})";
    const std::string one = R"({"type":"settled","boards":[{"board":8,"game":"g1","cases":[)"
                            R"({"case":"i2","by":"Anna"}]}]})";
    Settled all;
    all.mark(anna, {8, "g1", "i2", true});
    all.mark(ben, {8, "g1", "i2", true}); // who was first?
    CHECK(all.told_to(ben) == one);
    CHECK(all.told_to(anna) == one);
    CHECK(all.told_to(cleo) == nothing);
    CHECK(all.told_to({}) == nothing);
    CHECK(has(all.told_to(cleo, true), R"("boards":[],"answer":true)"));
    all.mark(ben, {8, "g1", "i2", false});
    CHECK(all.told_to(anna) == nothing);
    all.mark(ben, {8, "g1", "p1", true});
    const auto any = [](std::string_view) { return true; };
    CHECK_FALSE(all.is_there(8, "g1", any));
    CHECK_FALSE(all.is_there(9, "g2", any));
    const auto kept = all.kept();
    CHECK(all.is_there(8, "g2", any));
    CHECK(all.told_to(anna) == nothing);
    auto again = Settled::restored(kept).value();
    CHECK(has(again.told_to(anna), R"({"case":"p1","by":"Ben"})"));
    CHECK(again.kept() == kept);
    CHECK(again.is_there(8, "g1", [](std::string_view one_case) { return one_case != "p1"; }));
    CHECK(again.told_to(anna) == nothing);
    for (const char* no_list : {"", "{}", "[1]", R"([{"board":"8","cases":[]}])", R"([{"board":8}])"})
        CHECK(Settled::restored(no_list).error() == "does not hold what arbiters have done with");
}
