#include "daemon/broadcast/told_games.hpp"

#include "daemon/broadcast/live_round.hpp"
#include "daemon/broadcast/public_json.hpp"
#include "daemon/broadcast/public_pgn.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <boost/json.hpp>

using namespace adoube;
using namespace adoube::broadcast;
namespace json = boost::json;

namespace {

ToldRound told(ToldGamesReader& reader, const std::string& pgn) {
    auto games = reader.read(pgn);
    return {std::make_shared<const std::string>(pgn), std::move(games)};
}
ToldRound told(const std::string& pgn) {
    ToldGamesReader reader;
    return told(reader, pgn);
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// "b 1/2-1/2 c * ", with "+" before those of other daemons.
std::string listed(LiveRound& round) {
    std::string all;
    const auto list = json::parse(*round.games_json());
    for (const auto& game : list.at("games").as_array())
        all += (game.as_object().contains("elsewhere") ? "+" : "") + std::string(game.at("id").as_string()) +
               ' ' + std::string(game.at("result").as_string()) + ' ';
    return all;
}

} // namespace

TEST_CASE(
    "a game loses something on its way through another daemon's PGN, or gains what that does not tell") {
    auto game = game_with("E-r3-b12.2", 12, {"e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"});
    game.tags.set("WhiteTitle", "GM");
    game.tags.set("BlackTeam", "B-Ville");
    game.result = chess::Result::white_wins;
    game.by_time = true;
    const auto read = ToldGamesReader().read(to_pgn(game));
    REQUIRE(read.size() == 1);
    const auto& back = read[0]->game;
    CHECK(back.id == game.id);
    CHECK(back.board == 12);
    CHECK(back.moves == game.moves);
    CHECK(back.position == game.position);
    CHECK(back.result == game.result);
    CHECK(back.by_time);
    CHECK_FALSE(back.clocks);
    for (const auto& [name, value] : game.tags) {
        INFO(name);
        CHECK(back.tags[name] == value);
    }
    CHECK(read[0]->pgn == to_pgn(game));
}

TEST_CASE("what is no game of another daemon is listed, or breaks the addresses of games") {
    const auto pgn = [](const char* id, const char* board, const char* moves) {
        return "[Event \"E\"]\n[White \"A\"]\n[GameId \"" + std::string(id) + "\"]\n[Board \"" + board +
               "\"]\n\n" + moves + "\n\n";
    };
    const struct {
        const char *id, *board, *moves;
        bool is_one;
    } cases[]{
        {"a", "1", "1. e4 *", true},       {"a", "1", "*", true},         {"a", "0", "1. e4 *", false},
        {"a", "-1", "1. e4 *", false},     {"a", "1x", "1. e4 *", false}, {"a", "", "1. e4 *", false},
        {"a", "999999", "1. e4 *", false}, {"", "1", "1. e4 *", false},   {"a/b", "1", "1. e4 *", false},
        {"a b", "1", "1. e4 *", false},    {"ä", "1", "1. e4 *", false},  {"a?x", "1", "1. e4 *", false},
        {"a", "1", "1. e5 *", false}};
    for (const auto& [id, board, moves, is_one] : cases) {
        CAPTURE(id, board, moves);
        CHECK(ToldGamesReader().read(pgn(id, board, moves)).size() == (is_one ? 1 : 0));
    }
    CHECK(ToldGamesReader().read(pgn(std::string(201, 'a').c_str(), "1", "*")).empty());
    CHECK(ToldGamesReader()
              .read("[GameId \"a\"]\n[Board \"1\"]\n[White \"?\"]\n[Black \"?\"]\n\n*\n\n")
              .empty());
    CHECK(ToldGamesReader().read("<html>").empty());
    // A game that cannot be read costs no other; of two with one id the first is read.
    const auto all = ToldGamesReader().read(pgn("a", "1", "1. e5 *") + pgn("b", "2", "1. e4 *") +
                                            pgn("b", "3", "1. d4 *") + pgn("c", "4", "1. c4 *"));
    REQUIRE(all.size() == 2);
    CHECK(all[0]->game.moves.front().san() == "e4");
    CHECK(all[1]->game.id == "c");
}

TEST_CASE("what another daemon's PGN has beside what is public gets into a game, or onto its page") {
    const std::string pgn =
        "[Event \"E\"]\n[White \"A\"]\n[GameId \"a\"]\n[Board \"1\"]\n[Annotator \"touched\"]\n"
        "[Termination \"rules infraction\"]\n[WhiteStartNo \"7\"]\n\n"
        "{touched a rook} 1. e4 {touched d2} (1. d4) $4 e5 0-1\n\n";
    LiveRound round("e");
    round.set_others({told(pgn)});
    for (const auto& text : {round.games_json(), round.game_json("a"), round.whole()})
        for (const auto* secret : {"touched", "infraction", "StartNo", "d4"}) CHECK_FALSE(has(*text, secret));
    CHECK(has(*round.game_json("a"), R"("e4")"));
}

TEST_CASE("a game that another daemon's PGN has as before is read again") {
    ToldGamesReader reader;
    const auto a = to_pgn(game_with("a", 1, {"e4"})), b = to_pgn(game_with("b", 2, {}));
    const auto first = reader.read(a + b), second = reader.read(a + to_pgn(game_with("b", 2, {"d4"})));
    REQUIRE((first.size() == 2 && second.size() == 2));
    CHECK(first[0] == second[0]);
    CHECK(first[1] != second[1]);
    CHECK(second[1]->game.moves.size() == 1);
    CHECK(reader.read({}).empty());
    CHECK(reader.read(a)[0] != first[0]);
}

TEST_CASE("a merged game is shown before its own daemon shows it, or where displays show their own") {
    const std::vector<const char*> moves{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"};
    constexpr std::size_t delay = 2; // moves: how late the other daemon shows its game
    ToldGamesReader reader;
    LiveRound round("e");
    round.publish(game_with("own", 1, {"d4"}));
    auto other = game_with("other", 2, {});
    other.clocks.reset();
    const auto displays = *round.whole();
    const auto cloud = *round.cloud_file("round-3/index.json");
    const auto at_first = *round.games_json();
    for (std::size_t played = 0; played <= moves.size() + delay; ++played) {
        const std::size_t shown = played < delay ? 0 : played - delay;
        while (other.moves.size() < shown) {
            const auto move = chess::move_from_san(other.position, moves[other.moves.size()]).value();
            other.moves.push_back({other.position, move, false, std::nullopt});
            other.position.play(move);
        }
        if (played < delay) {
            CHECK(*round.games_json() == at_first);
            CHECK_FALSE(round.game_json("other"));
            CHECK_FALSE(round.pgn("other"));
            continue;
        }
        round.set_others({told(reader, to_pgn(other))});
        for (std::size_t at = 0; at < moves.size(); ++at) {
            CAPTURE(played, at);
            const auto quoted = '"' + std::string(moves[at]) + '"';
            CHECK(has(*round.game_json("other"), quoted) == (at < shown));
            CHECK(has(*round.pgn("other"), moves[at]) == (at < shown));
            CHECK_FALSE(has(*round.games_json(), quoted));
        }
        CHECK(json::parse(*round.game_json("other")).at("elsewhere") == true);
        CHECK(*round.pgn("other") == to_pgn(other));
        CHECK(has(*round.round_pgn(), *round.pgn("other")));
        CHECK(listed(round) == "+other * own * ");
        CHECK(*round.whole() == displays);
        CHECK(*round.cloud_file("round-3/index.json") == cloud);
    }
    // What an arbiter takes back there is taken back here.
    round.set_others({told(reader, to_pgn(game_with("other", 2, {"e4"})))});
    CHECK_FALSE(has(*round.game_json("other"), "Nf3"));
}

TEST_CASE(
    "games of another daemon are lost with their round, stand in for own ones, or are kept without end") {
    LiveRound round("e");
    auto over = game_with("x-r1-b2", 2, {"e4"});
    over.result = chess::Result::draw;
    round.set_others({told(to_pgn(over))});
    round.set_others(
        {told(to_pgn(game_with("x-r2-b2", 2, {}))),
         told(to_pgn(game_with("y-r2-b3", 3, {"c4"})) + to_pgn(game_with("x-r2-b2", 3, {"f4"})))});
    CHECK(listed(round) == "+x-r1-b2 1/2-1/2 +x-r2-b2 * +y-r2-b3 * ");
    CHECK(round.game("x-r2-b2")->moves.empty()); // the first
    CHECK(round.game_json("x-r1-b2"));
    round.publish(game_with("y-r2-b3", 9, {"d4"}));
    CHECK(round.game("y-r2-b3")->board == 9);
    CHECK_FALSE(has(*round.game_json("y-r2-b3"), "elsewhere"));
    CHECK(has(*round.pgn("y-r2-b3"), "d4"));
    CHECK(listed(round) == "+x-r1-b2 1/2-1/2 +x-r2-b2 * y-r2-b3 * ");
    round.set_others({}); // a daemon that is configured no more, or was never read
    CHECK(listed(round) == "+x-r1-b2 1/2-1/2 +x-r2-b2 * y-r2-b3 * ");
    std::string many;
    for (std::size_t n = 0; n < LiveRound::past_games; ++n)
        many += to_pgn(game_with("m" + std::to_string(n), 1, {}));
    const auto all = told(many);
    round.set_others({all});
    CHECK_FALSE(round.game("x-r1-b2"));
    CHECK(round.game("m0"));
    round.set_others({all, told(to_pgn(game_with("z", 4, {})))});
    CHECK((round.game("z") && round.game("m0"))); // in a round now: none is forgotten
    round.set_others({told(to_pgn(game_with("z", 4, {})))});
    CHECK_FALSE(round.game("m0"));
    CHECK((round.game("z") && round.game("m1")));
}
