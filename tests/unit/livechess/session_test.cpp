#include "daemon/livechess/session.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <boost/json.hpp>
#include <random>

using namespace adoube;
using broadcast::game_with;
using livechess::Board;
using livechess::Session;
using livechess::State;

namespace json = boost::json;

namespace {

constexpr UtcMs now(2'000'000);
constexpr const char* subscribe =
    R"({"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":7,"param":{"serialnr":"a1"}}})";

/// A board that stands as its game does.
Board board_of(const broadcast::PublicGame& game, int number = 1, std::string serialnr = "a1") {
    return {.number = number,
            .serialnr = std::move(serialnr),
            .state = State::active,
            .placement = livechess::placement_of(game.position),
            .game = &game,
            .clocks = game.clocks};
}

std::string set_up(const std::string& fen) {
    return R"({"id":3,"call":"call","param":{"id":7,"method":"setup","param":{"fen":")" + fen + R"("}}})";
}

struct Client {
    Session session;
    std::vector<json::value> heard;

    void call(const std::string& text, std::vector<Board> boards) {
        take(session.receive(text, boards, now));
    }
    void look(const Board& board, std::int64_t later_ms = 0) { take(session.look(board, now + later_ms)); }
    void take(const std::vector<std::string>& messages) {
        heard.clear();
        for (const auto& one : messages) heard.push_back(json::parse(one));
    }
    std::string error() const {
        if (heard.empty() || heard[0].at("response") != "error") return {};
        return std::string(heard[0].at("param").at("message").as_string());
    }
    /// Of the last event; null without it.
    json::value event(std::string_view key) const {
        if (heard.empty() || heard.back().at("response") != "feed") return "no event";
        const auto* value = heard.back().at("param").as_object().if_contains(key);
        return value ? *value : "not told";
    }
};

std::string fen_of(const broadcast::PublicGame& game) { return game.position.fen(); }

} // namespace

TEST_CASE("the boards are listed in their order, with those that are not there, and with ids as numbers") {
    const auto game = game_with("g", 1, {"e4"});
    auto board = board_of(game);
    Board gone{.number = 2, .serialnr = "b2", .state = State::not_responding, .placement = "8/8/8/8/8/8/8/8"};
    Board none{.number = 3, .serialnr = "3", .state = State::inactive, .placement = {}};
    Client client;
    client.call(R"({"id":1,"call":"eboards","param":null})", {board, gone, none});
    REQUIRE(client.heard.size() == 1);
    CHECK(client.heard[0].at("response") == "call");
    CHECK(client.heard[0].at("id").is_int64());
    CHECK(client.heard[0].at("time") == now.count());
    CHECK(json::serialize(client.heard[0].at("param")) ==
          R"([{"serialnr":"a1","source":null,"state":"ACTIVE","battery":null,"comment":"board 1",)"
          R"("board":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR","flipped":false,)"
          R"("clock":{"white":5340,"black":4460,"run":false,"time":2000000}},)"
          R"({"serialnr":"b2","source":null,"state":"NOTRESPONDING","battery":null,"comment":"board 2",)"
          R"("board":"8/8/8/8/8/8/8/8","flipped":false,"clock":null},)"
          R"({"serialnr":"3","source":null,"state":"INACTIVE","battery":null,"comment":"board 3",)"
          R"("board":null,"flipped":false,"clock":null}])");
}

TEST_CASE("what is no call is answered with an error that says what is wrong, and counted") {
    const auto game = game_with("g", 1, {});
    const struct {
        const char *call, *part;
        int id;
    } wrong[]{
        {"", "must be JSON", 0},
        {"{", "must be JSON", 0},
        {"[]", "whole number as id", 0},
        {R"({"id":"1","call":"eboards"})", "whole number as id", 0},
        {R"({"id":1.5,"call":"eboards"})", "whole number as id", 0},
        {R"({"id":4})", "needs a name", 4},
        {R"({"id":5,"call":"reboot"})", "no call reboot", 5},
        {R"({"id":6,"call":"subscribe"})", "eboardevent", 6},
        {R"({"id":6,"call":"subscribe","param":{"feed":"games","id":1}})", "eboardevent", 6},
        {R"({"id":6,"call":"subscribe","param":{"feed":"eboardevent","id":1}})", "serialnr", 6},
        {R"({"id":6,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"x"}}})",
         "no board has the serialnr x", 6},
        {R"({"id":7,"call":"unsubscribe","param":{"id":1}})", "no such feed", 7},
        {R"({"id":7,"call":"unsubscribe"})", "no such feed", 7},
        {R"({"id":8,"call":"call","param":{"id":1,"method":"setup"}})", "subscribe first", 8},
        {R"({"id":8,"call":"call"})", "subscribe first", 8},
    };
    Client client;
    std::uint64_t refused = 0;
    for (const auto& [call, part, id] : wrong) {
        CAPTURE(call);
        client.call(call, {board_of(game)});
        REQUIRE(client.heard.size() == 1);
        CHECK(client.error().find(part) != std::string::npos);
        CHECK(client.heard[0].at("id") == id);
        CHECK(client.session.refused() == ++refused);
    }
    client.call(subscribe, {board_of(game)});
    for (const auto* call :
         {R"({"id":8,"call":"call","param":{"id":7,"method":"dance"}})",
          R"({"id":8,"call":"call","param":{"id":7,"method":"setup","param":{}}})",
          R"({"id":8,"call":"call","param":{"id":7,"method":"setup","param":{"fen":"8/8"}}})",
          R"({"id":8,"call":"call","param":{"id":7,"method":"flip","param":{"flip":1}}})"}) {
        client.call(call, {board_of(game)});
        CHECK_FALSE(client.error().empty());
    }
}

TEST_CASE("the first event has board and clock, and later ones what has changed alone") {
    auto game = game_with("g", 1, {});
    Client client;
    client.call(subscribe, {board_of(game)});
    REQUIRE(client.heard.size() == 2);
    CHECK(client.heard[0].at("response") == "call");
    CHECK(client.heard[0].at("id") == 2);
    CHECK(client.heard[1].at("id") == 7);
    CHECK(client.event("serialnr") == "a1");
    CHECK(client.event("board") == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    CHECK(client.event("clock").at("white") == 5399 - 999); // it runs since 1000 s
    CHECK(client.event("clock").at("run") == true);
    CHECK(client.event("match") == true);
    client.look(board_of(game));
    CHECK(client.heard.empty());
    auto lifted = board_of(game);
    lifted.placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR";
    client.look(lifted);
    CHECK(client.heard.size() == 1);
    CHECK(client.event("board") == json::value(lifted.placement));
    CHECK(client.event("clock") == "not told");
    CHECK(client.event("san") == "not told");
    CHECK(client.event("match") == false);
    game = game_with("g", 1, {"e4"});
    client.look(board_of(game));
    CHECK(client.event("san") == json::array{"e4"});
    CHECK(client.event("clock").at("run") == false);
    CHECK(client.event("match") == true);
}

TEST_CASE("one who comes into a game is told its moves with the next, not as new ones") {
    auto game = game_with("g", 1, {"e4", "e5"});
    Client client;
    client.call(subscribe, {board_of(game)});
    CHECK(client.event("san") == "not told");
    game = game_with("g", 1, {"e4", "e5", "Nf3"});
    client.look(board_of(game));
    CHECK(client.event("san") == json::array{"e4", "e5", "Nf3"});
}

TEST_CASE("one who comes after the last move is told the moves too, unless he sets up a position first") {
    const auto game = game_with("g", 1, {"e4", "e5"});
    Client plain, site;
    for (auto* client : {&plain, &site}) client->call(subscribe, {board_of(game)});
    CHECK(plain.session.holds_moves());
    site.call(set_up(fen_of(game)), {board_of(game)});
    CHECK_FALSE(site.session.holds_moves());
    plain.look(board_of(game), livechess::Subscription::setup_ms - 1);
    CHECK(plain.heard.empty());
    for (auto* client : {&plain, &site}) client->look(board_of(game), livechess::Subscription::setup_ms);
    CHECK(plain.event("san") == json::array{"e4", "e5"});
    CHECK_FALSE(plain.session.holds_moves());
    CHECK(site.heard.empty());
}

TEST_CASE("moves count from where the position of setup stands: now, before the last move, or later") {
    const auto before = game_with("g", 1, {"e4", "e5"});
    const auto now_ = game_with("g", 1, {"e4", "e5", "Nf3"});
    const auto later = game_with("g", 1, {"e4", "e5", "Nf3", "Nc6"});
    const auto start = game_with("g", 1, {});
    const struct {
        std::string fen;
        json::value at_once, after_the_next;
    } cases[]{
        {fen_of(now_), json::array{}, json::array{"Nc6"}},
        {fen_of(before), json::array{"Nf3"}, json::array{"Nf3", "Nc6"}},
        {fen_of(later), "not told", json::array{}},
        {fen_of(start), "not told", "not told"}, // moves of another game, if a site begins one
        {"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b - - 0 1", json::array{}, json::array{"Nc6"}},
    };
    for (const auto& [fen, at_once, after] : cases) {
        CAPTURE(fen);
        Client client;
        client.call(subscribe, {board_of(now_)});
        client.call(set_up(fen), {board_of(now_)});
        REQUIRE(client.heard[0].at("response") == "call");
        CHECK(client.heard[0].at("id") == 3);
        CHECK((client.heard.size() < 2 ? json::value("not told") : client.event("san")) == at_once);
        client.look(board_of(later));
        CHECK(client.event("san") == after);
    }
}

TEST_CASE("setup is one subscription's view: another's moves count from the game's start") {
    auto game = game_with("g", 1, {"e4"});
    Client one, other;
    one.call(subscribe, {board_of(game)});
    other.call(subscribe, {board_of(game)});
    one.call(set_up(fen_of(game)), {board_of(game)});
    game = game_with("g", 1, {"e4", "c5"});
    one.look(board_of(game));
    other.look(board_of(game));
    CHECK(one.event("san") == json::array{"c5"});
    CHECK(other.event("san") == json::array{"e4", "c5"});
}

TEST_CASE(
    "a setup that waits finds its position in the next game, and one that was found ends with its game") {
    const auto old = game_with("g", 1, {"e4", "e5", "Nf3"});
    Client waits, found;
    waits.call(subscribe, {board_of(old)});
    waits.call(set_up(game_with("", 1, {}).start.fen()), {board_of(old)});
    found.call(subscribe, {board_of(old)});
    found.call(set_up(fen_of(old)), {board_of(old)});
    const auto next = game_with("h", 1, {"d4"});
    for (auto* client : {&waits, &found}) {
        client->look(board_of(next));
        CHECK(client->event("san") == json::array{"d4"});
        CHECK(client->event("start") == json::value(next.start.fen()));
    }
}

TEST_CASE("a move taken back leaves the list, and behind the setup none is told until it stands again") {
    const auto shorter = game_with("g", 1, {"e4"}), base = game_with("g", 1, {"e4", "e5"}),
               longer = game_with("g", 1, {"e4", "e5", "Nf3"});
    Client client;
    client.call(subscribe, {board_of(base)});
    client.call(set_up(fen_of(base)), {board_of(base)});
    client.look(board_of(longer));
    CHECK(client.event("san") == json::array{"Nf3"});
    client.look(board_of(base));
    CHECK(client.event("san") == json::array{});
    client.look(board_of(shorter));
    CHECK(client.event("san") == "not told");
    CHECK(client.event("match") == false);
    client.look(board_of(longer));
    CHECK(client.event("san") == json::array{"Nf3"});
}

TEST_CASE("a flipped board is turned for that subscription, and its moves are not") {
    auto game = game_with("g", 1, {"e4"});
    Client client;
    client.call(subscribe, {board_of(game)});
    client.call(R"({"id":3,"call":"call","param":{"id":7,"method":"flip","param":{"flip":true}}})",
                {board_of(game)});
    CHECK(client.event("flipped") == true);
    CHECK(client.event("board") == "RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr");
    game = game_with("g", 1, {"e4", "e5"});
    client.look(board_of(game));
    CHECK(client.event("san") == json::array{"e4", "e5"});
    CHECK(client.event("match") == "not told"); // as before
}

TEST_CASE("who has unsubscribed hears nothing more, and a board is found by its table's number too") {
    const auto game = game_with("g", 1, {}), other = game_with("h", 2, {});
    Client client;
    client.call(
        R"({"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":9,"param":{"serialnr":"2"}}})",
        {board_of(game), board_of(other, 2, "b2")});
    CHECK(client.event("serialnr") == "b2");
    CHECK(client.session.watches(2));
    CHECK_FALSE(client.session.watches(1));
    client.call(R"({"id":3,"call":"unsubscribe","param":9})", {});
    CHECK(client.error().empty());
    const auto moved = game_with("h", 2, {"e4"});
    client.look(board_of(moved, 2, "b2"));
    CHECK(client.heard.empty());
}

TEST_CASE("whatever a client sends is answered once, and its feeds go on") {
    const auto game = game_with("g", 1, {"e4"}), next = game_with("g", 1, {"e4", "e5"});
    const std::string calls[]{
        R"({"id":1,"call":"eboards","param":null})", subscribe, set_up(fen_of(game)),
        R"({"id":5,"call":"call","param":{"id":7,"method":"flip","param":{"flip":true}}})",
        R"({"id":6,"call":"unsubscribe","param":{"id":8}})"};
    constexpr std::string_view pieces[]{"null", "-1",     "1e99", "{}",   "[]",
                                        "\"\"", "\"a1\"", "7",    "true", "\\u0000"};
    std::mt19937_64 random(tests::seed(1982));
    for (int n = 0; n < tests::many({3'000, 100'000}); ++n) {
        auto text = calls[random() % std::size(calls)];
        for (auto changes = random() % 4; changes > 0; --changes) {
            const auto at = random() % text.size();
            const auto piece = pieces[random() % std::size(pieces)];
            random() % 2 == 0 ? text.replace(at, random() % 8, piece)
                              : text.replace(at, 1, 1, char(random()));
        }
        CAPTURE(text);
        Client client;
        client.call(subscribe, {board_of(game)});
        client.call(text, {board_of(game)});
        REQUIRE(std::ranges::count_if(client.heard, [](const json::value& one) {
                    return one.at("response") != "feed" && one.at("id").is_int64();
                }) == 1);
        client.look(board_of(next));
        for (const auto& one : client.heard) REQUIRE(one.at("response") == "feed");
    }
}

TEST_CASE("no client can ask for feeds without end, of a hall or of one board") {
    const auto subscribe_to = [](auto id, const std::string& serialnr) {
        return R"({"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":)" + std::to_string(id) +
               R"(,"param":{"serialnr":")" + serialnr + "\"}}}";
    };
    const auto game = game_with("g", 1, {});
    std::vector<Board> hall;
    for (std::size_t at = 0; at <= Session::most_feeds; ++at)
        hall.push_back(board_of(game, static_cast<int>(at) + 1, "s" + std::to_string(at)));
    Client of_hall, of_board;
    for (std::size_t id = 0; id < Session::most_feeds; ++id)
        of_hall.call(subscribe_to(id, hall[id].serialnr), hall);
    CHECK(of_hall.session.refused() == 0);
    of_hall.call(subscribe_to(Session::most_feeds, hall.back().serialnr), hall);
    CHECK(of_hall.error().starts_with("too many feeds"));
    for (int id = 0; id < Session::most_feeds_of_board; ++id) of_board.call(subscribe_to(id, "s0"), hall);
    of_board.call(subscribe_to(0, "s0"), hall); // anew
    CHECK(of_board.session.refused() == 0);
    of_board.call(subscribe_to(Session::most_feeds_of_board, "s0"), hall);
    CHECK(of_board.error().starts_with("too many feeds"));
}

TEST_CASE(
    "a call looks at every feed, which in a flood takes the daemon's time, or a feed misses what came") {
    const auto before = game_with("g", 1, {"e4"}), after = game_with("g", 1, {"e4", "e5"});
    Client client;
    client.call(subscribe, {board_of(before)});
    client.call(R"({"id":3,"call":"eboards"})", {board_of(after)});
    CHECK(client.heard.size() == 1);
    client.look(board_of(after));
    CHECK(client.event("san") == json::array{"e4", "e5"});
}

TEST_CASE("where the public is behind, every call is refused, or answered with what the public sees") {
    const auto game = game_with("g", 1, {"e4"});
    Client refused{Session("the public sees this round with a delay"), {}};
    for (const char* call : {R"({"id":1,"call":"eboards"})", subscribe}) {
        refused.call(call, {board_of(game)});
        REQUIRE(refused.heard.size() == 1);
        CHECK(refused.error() == "the public sees this round with a delay");
    }
    const auto ahead = game_with("g", 1, {"e4", "e5"});
    round::LiveBoard live{
        .number = 1, .serial = "a1", .connected = true, .squares = {}, .game = ahead, .completed = ahead};
    Client client;
    client.call(R"({"id":1,"call":"eboards"})",
                {livechess::delayed(live, &game), livechess::delayed(live, {})});
    CHECK(client.heard[0].at("param").at(0).at("board") ==
          json::value(livechess::placement_of(game.position)));
    CHECK(client.heard[0].at("param").at(0).at("state") == "DELAYED");
    CHECK(client.heard[0].at("param").at(1).at("board").is_null());
}
