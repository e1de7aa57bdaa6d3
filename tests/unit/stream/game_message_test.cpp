#include "daemon/stream/game_message.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/chess/chess960.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <boost/json.hpp>

#include <random>

using namespace adoube;
using broadcast::PublicGame;

namespace {

using Random = std::mt19937_64;

PublicGame some_game(Random& random) {
    PublicGame game;
    game.id = "E-r1.b" + std::to_string(random() % 1'000);
    game.board = 1 + static_cast<int>(random() % 700);
    game.tags =
        broadcast::PublicTags::Map{{"Event", "Ünïcode \"quoted\" \\"}, {"White", "A"}, {"WhiteElo", "2100"}};
    game.chess960 = random() % 2 == 0;
    if (game.chess960) game.start = chess::chess960_start(static_cast<int>(random() % 960));
    game.position = game.start;
    for (auto plies = random() % 200; plies > 0; --plies) {
        const auto moves = game.position.legal_moves();
        if (moves.size() == 0) break;
        const auto move = moves[random() % moves.size()];
        std::optional<std::int64_t> left_ms;
        if (random() % 3 != 0) left_ms = static_cast<std::int64_t>(random() % 7'200'000) - 1'000;
        game.moves.push_back({game.position, move, game.chess960, left_ms});
        game.position.play(move);
    }
    constexpr std::optional<chess::Side> running[] = {std::nullopt, chess::Side::white, chess::Side::black};
    if (random() % 4 != 0) game.clocks = {-5, 5'400'000, running[random() % 3], UtcMs(1'764'583'200'000)};
    constexpr chess::Result results[] = {chess::Result::open, chess::Result::white_wins, chess::Result::draw};
    game.result = results[random() % 3];
    game.by_time = random() % 2 == 0;
    return game;
}

std::expected<PublicGame, std::string> read(const std::string& text) {
    const auto value = parse_json(text);
    if (!value) return std::unexpected(value.error());
    return stream::game_from(*value);
}

} // namespace

TEST_CASE("a game comes out of its message as another one") {
    for (const auto seed : tests::seeds({200, 20'000})) {
        CAPTURE(seed);
        Random random(seed);
        const auto game = some_game(random);
        const auto message = stream::to_message(game);
        CAPTURE(message);
        const auto told = read(message);
        REQUIRE(told.has_value());
        CHECK(*told == game);
    }
}

TEST_CASE("a message that lies brings something onto a screen") {
    const auto good =
        boost::json::parse(stream::to_message(broadcast::game_with("a", 1, {"e4", "e5"}))).as_object();
    struct Lie {
        const char *key, *value, *told;
    };
    for (const auto& [key, value, told] : {
             Lie{"id", R"("../a")", "its id cannot be part of an address"},
             {"board", "0", "there is no board 0"},
             {"board", "100001", "there is no board 100001"},
             {"board", "1.5", "board is no whole number"},
             {"tags", "[]", "tags are none"},
             {"tags", R"({"White":7})", "the tag White is no text"},
             {"start", R"("8/8/8/8/8/8/8/8 w - - 0 1")", "start: "},
             {"moves", R"([["e2e4"],["e2e4"]])", "move 2 is not legal"},
             {"moves", R"([["e2e4",1,2]])", "move 1 is not legal"},
             {"moves", R"([["e2e4","1"]])", "the time after move 1 is no whole number"},
             {"fen", "7", "fen is no text"},
             {"clocks", "7", "clocks are none"},
             {"clocks", R"({"w":1,"b":2,"at":3,"running":"x"})", "running is neither w nor b"},
             {"clocks", R"({"w":1,"b":2,"running":"w"})", "it has no at"},
             {"result", R"("2-0")", "result is none"},
             {"by_time", "null", "by_time is neither true nor false"},
         }) {
        CAPTURE(key, value);
        auto lie = good;
        lie[key] = boost::json::parse(value);
        const auto read = stream::game_from(lie);
        REQUIRE_FALSE(read.has_value());
        CHECK(read.error().starts_with(told));
        lie.erase(key);
        CHECK_FALSE(stream::game_from(lie).has_value());
    }
    auto more = good;
    more["tags"] = boost::json::object{{"White", "A"}, {"Termination", "rules infraction"}};
    const auto told = stream::game_from(more);
    REQUIRE(told.has_value());
    CHECK(told->tags["Termination"].empty());
    CHECK(told->tags["White"] == "A");
}
