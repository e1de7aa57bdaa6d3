#include "daemon/broadcast/live_round.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <boost/json.hpp>

using namespace adoube;
using namespace adoube::broadcast;
namespace json = boost::json;

namespace {

json::object read(const std::string& message) { return json::parse(message).as_object(); }

json::object read_only(const std::vector<LiveRound::Told>& messages) {
    REQUIRE(messages.size() == 1);
    return read(messages.front().message);
}

std::vector<std::string> ids(LiveRound& round) {
    std::vector<std::string> all;
    const auto whole = read(*round.whole());
    for (const auto& game : whole.at("games").as_array()) all.emplace_back(game.at("id").as_string());
    return all;
}

} // namespace

TEST_CASE("every change has the next number, and what is no change has none") {
    LiveRound round("e");
    CHECK(read(*round.whole()).at("seq").to_number<int>() == 0);
    CHECK(read_only(round.publish(game_with("a", 1, {}))).at("seq").to_number<int>() == 1);
    CHECK(read_only(round.publish(game_with("a", 1, {"e4"}))).at("seq").to_number<int>() == 2);
    CHECK(round.publish(game_with("a", 1, {"e4"})).empty());
    CHECK(round.seq() == 2);
    const auto whole = read(*round.whole());
    CHECK(whole.at("epoch").as_string() == "e");
    CHECK(whole.at("seq").to_number<int>() == 2);
    CHECK(whole.at("games").at(0).at("moves").as_array().size() == 1);
}

TEST_CASE("an older game that is heard of late is displayed over the one that is played") {
    LiveRound round("e");
    round.publish(game_with("new", 1, {"e4"}));
    auto over = game_with("old", 1, {"d4"});
    over.result = chess::Result::draw;
    CHECK(round.publish(over, false).empty());
    CHECK(ids(round) == std::vector<std::string>{"new"});
    REQUIRE(round.pgn("old"));
    auto open = game_with("open", 1, {"c4"}); // is about to change tables
    open.tags.set("White", "C");
    CHECK(round.publish(open, false).empty());
    CHECK(ids(round) == std::vector<std::string>{"new"});
    CHECK(round.publish(game_with("new", 2, {"e4"})).size() == 2); // and the board is the other one's
    CHECK(ids(round) == std::vector<std::string>{"open", "new"});
    CHECK(round.publish(game_with("alone", 3, {}), false).size() == 1);
}

TEST_CASE("boards stand in the order of their numbers") {
    LiveRound round("e");
    for (const int board : {10, 2, 1}) round.publish(game_with(std::to_string(board), board, {}));
    CHECK(ids(round) == std::vector<std::string>{"1", "2", "10"});
}

TEST_CASE("the next round's game takes the board; the last one stays to be read") {
    LiveRound round("e");
    auto over = game_with("r1b1", 1, {"e4"});
    over.result = chess::Result::draw;
    round.publish(over);
    const auto change = read_only(round.publish(game_with("r2b1", 1, {"d4"})));
    CHECK(change.at("game").at("keep").to_number<int>() == 0);
    CHECK(change.at("game").as_object().contains("tags"));
    CHECK(ids(round) == std::vector<std::string>{"r2b1"});
    REQUIRE(round.pgn("r1b1"));
    CHECK(round.pgn("r1b1")->find("1. e4") != std::string::npos);
    CHECK(round.round_pgn()->find("r1b1") == std::string::npos);
    CHECK_FALSE(round.pgn("r3b1"));
}

TEST_CASE("a table at which nobody plays is a game of the round, or stays one when the next is armed") {
    LiveRound round("e");
    auto nobody = game_with("r1b2", 2, {});
    for (const auto* side : {"White", "Black"}) nobody.tags.set(side, "?");
    round.publish(game_with("r1b1", 1, {}));
    round.publish(nobody);
    CHECK(ids(round) == std::vector<std::string>{"r1b1", "r1b2"}); // displays show the table
    const auto is_in = [](const Text& text) { return text->find("r1b2") != std::string::npos; };
    CHECK_FALSE(is_in(round.round_pgn()));
    CHECK_FALSE(is_in(round.games_json()));
    CHECK_FALSE(is_in(round.cloud_file("round-3/index.json")));
    auto played = game_with("r1b2", 2, {"e4"});
    played.tags = nobody.tags;
    round.publish(played);
    CHECK(is_in(round.round_pgn()));
    CHECK(is_in(round.games_json()));
    round.publish(nobody);
    CHECK_FALSE(is_in(round.round_pgn()));
    round.publish(game_with("r2b2", 2, {}));
    CHECK_FALSE(is_in(round.games_json()));
    CHECK(round.all_pgn().find("r1b2") == std::string::npos);
    CHECK_FALSE(round.pgn("r1b2"));
}

TEST_CASE("a game that goes on on another board leaves its old one, and is told whole") {
    LiveRound round("e");
    round.publish(game_with("a", 1, {"e4"}));
    const auto change = read_only(round.publish(game_with("a", 17, {"e4", "e5"})));
    CHECK(change.at("game").at("moves").as_array().size() == 2);
    CHECK(ids(round) == std::vector<std::string>{"a"});
    CHECK(read(*round.whole()).at("games").at(0).at("board").to_number<int>() == 17);
}

TEST_CASE("two games that change tables are for a moment at one, and one of them is lost to the round") {
    LiveRound round("e");
    const auto of = [](const char* id, int board, std::initializer_list<const char*> moves,
                       const char* white) {
        auto game = game_with(id, board, moves);
        game.tags.set("White", white);
        return game;
    };
    const auto is_in_round = [&](const std::string& id) {
        return round.round_pgn()->find("[GameId \"" + id + "\"]") != std::string::npos;
    };
    round.publish(of("a", 3, {"e4"}, "Ann"));
    round.publish(of("b", 6, {"d4"}, "Bea"));
    CHECK(round.publish(of("b", 3, {"d4"}, "Bea")).size() == 1);
    CHECK((is_in_round("a") && is_in_round("b")));
    CHECK(ids(round) == std::vector<std::string>{"b"});
    CHECK(round.publish(of("a", 3, {"e4", "e5"}, "Ann")).empty()); // not displayed
    CHECK(ids(round) == std::vector<std::string>{"b"});
    SECTION("each comes to its own") {
        CHECK(round.publish(of("a", 6, {"e4", "e5"}, "Ann")).size() == 1);
        CHECK(ids(round) == std::vector<std::string>{"b", "a"});
    }
    SECTION("the second goes on to another") {
        const auto messages = round.publish(of("b", 7, {"d4"}, "Bea"));
        REQUIRE(messages.size() == 2);
        CHECK(messages[0].boards == std::vector{7, 3});
        CHECK(messages[1].boards == std::vector{3});
        const auto returned = read(messages[1].message);
        CHECK(returned.at("seq").to_number<std::uint64_t>() == round.seq());
        CHECK(returned.at("game").at("id").as_string() == "a");
        CHECK(returned.at("game").at("moves").as_array().size() == 2);
        CHECK(ids(round) == std::vector<std::string>{"a", "b"});
    }
    SECTION("the first is over meanwhile") {
        auto over = of("a", 3, {"e4", "e5"}, "Ann");
        over.result = chess::Result::draw;
        round.publish(over);
        CHECK_FALSE(is_in_round("a"));
        CHECK(round.pgn("a"));
    }
}

TEST_CASE("games of long ago are forgotten, so that memory ends somewhere") {
    LiveRound round("e");
    for (std::size_t n = 0; n <= LiveRound::past_games + 1; ++n)
        round.publish(game_with(std::to_string(n), 1, {}));
    CHECK_FALSE(round.pgn("0"));
    CHECK(round.pgn("1"));
}

TEST_CASE("games of before the start are readable by id, and take no board, nor the place of later ones") {
    LiveRound round("e");
    round.publish(game_with("c", 1, {"e4"}));
    round.publish(game_with("d", 1, {"d4"}));
    const auto whole = *round.whole();
    CHECK(round.recall(game_with("b", 1, {"c4"})));
    CHECK(round.recall(game_with("c", 1, {"a3"}))); // already known
    CHECK(round.recall(game_with("a", 1, {"f4"})));
    CHECK(*round.whole() == whole);
    CHECK(round.pgn("b")->find("c4") != std::string::npos);
    CHECK(round.pgn("c")->find("e4") != std::string::npos);
    for (std::size_t n = 0; n < LiveRound::past_games - 3; ++n)
        CHECK(round.recall(game_with(std::to_string(n), 1, {})));
    CHECK_FALSE(round.recall(game_with("one too many", 1, {})));
    CHECK_FALSE(round.pgn("one too many"));
    round.publish(game_with("e", 1, {}));
    CHECK(round.pgn("c")); // the oldest goes first
    CHECK_FALSE(round.pgn(std::to_string(LiveRound::past_games - 4)));
}

TEST_CASE("the list of games lacks one that is known by id, or keeps an older state") {
    LiveRound round("e");
    const auto listed = [&] {
        const auto json = read(*round.games_json());
        std::string all;
        for (const auto& game : json.at("games").as_array())
            all += std::string(game.at("id").as_string()) + ' ' + std::string(game.at("result").as_string()) +
                   ' ';
        return all;
    };
    CHECK(listed().empty());
    round.publish(game_with("b", 1, {"e4"}));
    CHECK(listed() == "b * ");
    round.publish(game_with("c", 1, {}));
    auto over = game_with("c", 1, {"f3"});
    over.result = chess::Result::draw;
    round.publish(over);
    CHECK(round.recall(game_with("a", 7, {"c4"})));
    CHECK(listed() == "a * b * c 1/2-1/2 ");
    CHECK(read(*round.game_json("a")).at("moves").as_array().size() == 1);
    CHECK_FALSE(round.game_json("d"));
    auto renamed = over;
    renamed.tags.set("White", "Cole, Cat");
    round.publish(renamed);
    CHECK(round.games_json()->find("Cole, Cat") != std::string::npos);
    CHECK(round.games_json()->find("TimeControl") == std::string::npos);
    const auto before = round.games_json();
    renamed.tags.set("TimeControl", "60+10");
    renamed.clocks.reset();
    round.publish(renamed);
    CHECK(*round.games_json() == *before);
}

TEST_CASE("the PGN follows the game, and the round's has all boards") {
    LiveRound round("e");
    round.publish(game_with("a", 1, {"e4"}));
    CHECK(round.pgn("a")->find("e5") == std::string::npos);
    round.publish(game_with("a", 1, {"e4", "e5"}));
    round.publish(game_with("b", 2, {"d4"}));
    CHECK(round.pgn("a")->find("e5") != std::string::npos);
    CHECK(*round.round_pgn() == *round.pgn("a") + *round.pgn("b"));
}
