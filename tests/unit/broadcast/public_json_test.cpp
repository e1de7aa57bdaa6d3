#include "daemon/broadcast/public_json.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <boost/json.hpp>

using namespace adoube;
using namespace adoube::broadcast;
namespace json = boost::json;

TEST_CASE("the whole state is as its header says, key by key") {
    const PublicGame game = game_with("r3b2", 2, {"e4", "e5"});
    const json::value expected = json::parse(R"({
        "board": 2, "id": "r3b2",
        "tags": {"Black": "B", "Event": "Hall Open", "Round": "3", "White": "A"},
        "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "begun": true, "keep": 0,
        "moves": [["e4", "e2e4", 5340000], ["e5", "e7e5", 5340000]],
        "clocks": {"w": 5340000, "b": 5340000, "running": "w", "at": 1120000},
        "result": "*", "end": null})");
    CHECK(json::parse(to_json(game)) == expected);
}

TEST_CASE("nothing but what 6.14 permits has a key") {
    const auto object = json::parse(to_json(game_with("g", 1, {"e4"}))).as_object();
    std::vector<std::string> keys;
    for (const auto& member : object) keys.emplace_back(member.key());
    std::ranges::sort(keys);
    CHECK(keys == std::vector<std::string>{"begun", "board", "clocks", "end", "fen", "id", "keep", "moves",
                                           "result", "start", "tags"});
}

TEST_CASE("a game without clocks or with stopped ones says so") {
    PublicGame game = game_with("g", 1, {});
    game.clocks->running.reset();
    CHECK(json::parse(to_json(game)).at("clocks").at("running").is_null());
    game.clocks.reset();
    CHECK(json::parse(to_json(game)).at("clocks").is_null());
}

TEST_CASE(
    "a game looks begun before its clock was started or a move completed, or as if it had not afterwards") {
    const auto begun = [](const PublicGame& game) {
        return json::parse(to_json(game)).at("begun").as_bool();
    };
    CHECK(begun(game_with("g", 1, {"e4"})));
    PublicGame game = game_with("g", 1, {});
    CHECK(begun(game)); // White's clock runs
    game.clocks->running.reset();
    CHECK_FALSE(begun(game));
    game.result = chess::Result::white_wins; // by default
    CHECK(begun(game));
}

TEST_CASE("a change carries only the moves that are new, also after some were taken back") {
    const PublicGame before = game_with("g", 1, {"e4", "e5", "Nf3"});
    const auto next = json::parse(to_json(game_with("g", 1, {"e4", "e5", "Nf3", "Nc6"}), before)).as_object();
    CHECK(next.at("keep").as_int64() == 3);
    CHECK(next.at("moves").as_array().size() == 1);
    CHECK_FALSE(next.contains("tags"));
    CHECK_FALSE(next.contains("start"));

    const auto back = json::parse(to_json(game_with("g", 1, {"e4", "c5"}), before)).as_object();
    CHECK(back.at("keep").as_int64() == 1);
    CHECK(back.at("moves").as_array().size() == 1);

    PublicGame renamed = before;
    renamed.tags.set("White", "C");
    const auto names = json::parse(to_json(renamed, before)).as_object();
    CHECK(names.at("tags").at("White").as_string() == "C");
    CHECK(names.at("moves").as_array().empty());
}
