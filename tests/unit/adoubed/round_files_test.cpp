#include "daemon/adoubed/round_files.hpp"

#include "daemon/adoubed/control_line.hpp"
#include "daemon/text/base64.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"

#include <boost/json.hpp>

using namespace adoube;
using adoubed::checked_pairings;
using adoubed::results_asked;

namespace {

namespace json = boost::json;

/// Players 1 to 4, who play 1-2 and 4-3 in round 1; with a name that is no UTF-8.
std::string two_games() {
    const std::string names[] = {"Adams, Ann", "Baker, Ben", "C\xf4t\xe9, Cleo", "Dean, Dora"};
    const int opponents[] = {2, 1, 4, 3};
    std::string text = "012 Open of A-Town\r\n";
    for (int at = 0; at < 4; ++at) {
        std::string line = "001    " + std::to_string(at + 1) + "      " + names[at];
        line.resize(91, ' ');
        text +=
            line + "   " + std::to_string(opponents[at]) + (at == 0 || at == 3 ? " w  " : " b  ") + "\r\n";
    }
    return text;
}

std::string file(const std::string& name, const std::string& bytes) {
    return json::serialize(json::object{{"name", name}, {"base64", text::to_base64(bytes)}});
}

struct Hall {
    std::vector<std::string> lines;
    std::expected<std::string, std::string> changes = "2 games: 2 new";
    tournament::TellDaemon tell = [this](const std::string& line) { return answer(line); };

    std::expected<std::string, std::string> answer(const std::string& line) {
        lines.push_back(line);
        const auto parsed = adoubed::parse_control_line(line, {});
        REQUIRE(parsed);
        const auto& round = std::get<adoubed::ArmRound>(*parsed);
        REQUIRE(round.ask != adoubed::ArmRound::Ask::nothing);
        if (round.ask == adoubed::ArmRound::Ask::boards) return "2 1";
        return changes;
    }
    json::object look(const std::string& request, const std::set<int>& tables = {1, 2}) {
        const auto answer = checked_pairings(request, tables, tell);
        INFO((answer ? "understood" : answer.error()));
        REQUIRE(answer);
        return json::parse(*answer).as_object();
    }
};

} // namespace

TEST_CASE("pairings are shown otherwise than they are armed") {
    Hall hall;
    const auto seen = hall.look("{\"file\":" + file("open.trf", two_games()) + "}");
    CHECK(seen.at("round") == 1);
    CHECK(seen.at("wrong").as_array().empty());
    CHECK(seen.at("changes") == "2 games: 2 new");
    CHECK(seen.at("refused").is_null());
    const auto& games = seen.at("games").as_array();
    REQUIRE(games.size() == 2);
    CHECK(games[0].at("board") == 1);
    CHECK(games[0].at("white").at("name") == "Dean, Dora");
    CHECK(games[0].at("black").at("name") == "Côté, Cleo");
    const auto line = adoubed::parse_control_line(json::serialize(seen.at("line")), {});
    REQUIRE(line);
    const auto& armed = std::get<adoubed::ArmRound>(*line);
    CHECK(armed.ask == adoubed::ArmRound::Ask::nothing);
    REQUIRE(armed.games.size() == 2);
    CHECK(armed.games[0].board == 1);
    CHECK(armed.games[0].header.tags.at("White") == "Dean, Dora");
    CHECK(armed.games[0].header.tags.at("Round") == "1");
}

TEST_CASE("a round that is doubtful, or that the hall refuses, can be armed") {
    Hall hall;
    const auto request = "{\"file\":" + file("open.trf", two_games()) + "}";
    const auto doubtful = hall.look(request, {1});
    CHECK(doubtful.at("wrong").as_array().size() == 1);
    CHECK(doubtful.at("line").is_null());
    CHECK(doubtful.at("changes").is_null());
    CHECK(hall.lines.size() == 1); // which asked for the boards alone

    hall.changes = std::unexpected(std::string("board 1: its game has no result"));
    const auto refused = hall.look(request);
    CHECK(refused.at("refused") == "board 1: its game has no result");
    CHECK(refused.at("line").is_null());
}

TEST_CASE("what is no request for a round's files is not refused in a sentence that names it") {
    Hall hall;
    const auto trf = file("open.trf", two_games());
    const struct {
        std::string request, sentence;
    } rows[] = {{"", "no JSON"},
                {"[]", "the request must be a JSON object"},
                {"{\"file\":\"open.trf\"}", "\"file\" must be a file"},
                {"{\"file\":{\"name\":\"a\"}}", "\"file\" must be a file"},
                {"{\"file\":{\"name\":\"a\",\"base64\":\"!\"}}", "\"file\" must be a file"},
                {"{\"file\":" + trf + ",\"boards\":7}", "\"boards\" must be a file"},
                {"{\"file\":" + trf + ",\"round\":0}", "\"round\" must be a number from 1 to 99"},
                {"{\"file\":" + trf + ",\"round\":\"1\"}", "\"round\" must be a number from 1 to 99"}};
    for (const auto& row : rows) {
        CAPTURE(row.request);
        const auto pairings = checked_pairings(row.request, {}, hall.tell);
        REQUIRE_FALSE(pairings);
        tests::says(pairings.error(), row.sentence);
        const auto results = results_asked(row.request);
        REQUIRE_FALSE(results);
        tests::says(results.error(), row.sentence);
    }
    tests::says(checked_pairings("{}", {}, hall.tell).error(), "there is no file of pairings");
    tests::says(
        checked_pairings("{\"file\":" + file("a.bin", std::string(3, '\0')) + "}", {}, hall.tell).error(),
        "a.bin: ");
    tests::says(results_asked("{\"file\":" + file("a.csv", "white;black\n") + "}").error(), "a.csv: ");
    CHECK(hall.lines.empty());
}

TEST_CASE("the public is shown other standings than the file has, or some of a round without results") {
    const auto request = [](const std::string& bytes) {
        return "{\"file\":" + file("open.trf", bytes) + "}";
    };
    tests::says(adoubed::standings_in(request(two_games())).error(), "open.trf has no result yet");
    tests::says(adoubed::standings_in("{\"file\":" + file("a.csv", "white;black\n") + "}").error(),
                "a.csv: ");
    tests::says(adoubed::standings_in("{}").error(), "no file of standings");
    tests::says(adoubed::standings_in("[]").error(), "must be a JSON object");

    auto won = two_games();
    for (const auto& [row, result, points] : {std::tuple("001    1", '1', "1.0"), {"001    2", '0', "0.0"}}) {
        const auto at = won.find(row);
        won.replace(at + 80, 4, std::string(" ") + points);
        won[at + 98] = result;
    }
    const auto answer = adoubed::standings_in(request(won));
    INFO((answer ? won : answer.error()));
    REQUIRE(answer);
    const auto told = json::parse(*answer).as_object();
    CHECK(told.at("by_rank") == false);
    const auto line =
        adoubed::parse_control_line(json::serialize(json::object{{"standings", told.at("standings")}}), {});
    REQUIRE(line);
    const auto& given = std::get<adoubed::GiveStandings>(*line).standings.value();
    CHECK(given.event == "Open of A-Town");
    CHECK(given.after_round == 1);
    REQUIRE(given.places.size() == 4);
    CHECK(given.places[0] == broadcast::Standings::Place{1, "Adams, Ann", "", "", "", 1});
    CHECK(given.places[1].place == 2);
}

TEST_CASE("a result is not in the pairing program's file, or anything else in it is changed") {
    const auto before = two_games();
    auto asked = results_asked("{\"file\":" + file("open.trf", before) + "}");
    REQUIRE(asked);
    CHECK(asked->round == 1);
    using tournament::Score;
    const std::vector<results::HallGame> games{
        {"a",
         {},
         1,
         {{"Round", "1"}, {"White", "Dean, Dora"}, {"WhiteStartNo", "4"}, {"BlackStartNo", "3"}},
         Score::draw,
         true,
         "[A]\n"},
        {"b",
         {},
         2,
         {{"Round", "1"}, {"White", "Adams, Ann"}, {"WhiteStartNo", "1"}, {"BlackStartNo", "2"}},
         {},
         false,
         "[B]\n"}};
    const auto told = json::parse(to_json(*asked, games)).as_object();
    CHECK(told.at("round") == "1");
    CHECK(told.at("pgn") == "[A]\n[B]\n");
    CHECK(told.at("games").at(0).at("result") == "1/2-1/2");
    CHECK(told.at("games").at(1).at("result").is_null());
    CHECK(told.at("games").at(0).at("confirmed").as_bool());
    CHECK_FALSE(told.at("games").at(1).at("confirmed").as_bool());
    CHECK(told.at("open") == json::array{"open: Adams, Ann - Baker, Ben, board 2"});
    CHECK(told.at("doubts").as_array().empty());
    CHECK(told.at("trf").at("name") == "open.trf");
    const auto after = text::from_base64(told.at("trf").at("base64").as_string());
    REQUIRE(after);
    REQUIRE(after->size() >= before.size());
    CHECK(after->starts_with("012 Open of A-Town\r\n"));
    CHECK(after->find("C\xf4t\xe9, Cleo") != std::string::npos);
    CHECK(after->find("   3 w =") != std::string::npos);
    CHECK(after->find("   4 b =") != std::string::npos);
    CHECK(after->find("   2 w  ") != std::string::npos);

    const auto without = json::parse(to_json(adoubed::ResultsAsked{}, games)).as_object();
    CHECK(without.at("trf").is_null());
    CHECK(without.at("round") == "1");
    CHECK(without.at("games").as_array().size() == 2);
    CHECK(without.at("open") == json::array{"open: " + games[1].players() + ", board 2"});
}

TEST_CASE(
    "files of a round are called final though it is open, or its results have changed since it was closed") {
    using tournament::Score;
    std::vector<results::HallGame> games{
        {"a", {}, 1, {{"Round", "3"}, {"White", "Adams, Ann"}}, Score::draw, true, "[A]\n"}};
    adoubed::ClosedRounds closed{.event = "E", .local = account::LocalTime::of("+01:00").value()};
    const auto told = [&] {
        return json::parse(to_json(adoubed::ResultsAsked{}, games, closed)).as_object();
    };
    CHECK(told().at("final").is_null());
    const auto act = [&](results::RoundAct::What what) {
        closed.acts.add({.what = what,
                         .event = "E",
                         .round = "3",
                         .utc_ms = UtcMs(1'763'650'931'000),
                         .by = "Otto (token 3)",
                         .results = results::digest_of(games)});
    };
    act(results::RoundAct::What::start);
    CHECK(told().at("final").is_null());
    act(results::RoundAct::What::close);
    CHECK(told().at("final").at("time") == "2025-11-20 16:02:11");
    CHECK(told().at("final").at("by") == "Otto (token 3)");
    CHECK(told().at("doubts").as_array().empty());
    games[0].score = Score::white_wins;
    CHECK(told().at("final").is_null());
    REQUIRE(told().at("doubts").as_array().size() == 1);
    tests::says(std::string(told().at("doubts").at(0).as_string()),
                "round 3 was closed, but its games are not as");
    act(results::RoundAct::What::reopen);
    CHECK(told().at("doubts").as_array().empty());
    act(results::RoundAct::What::close);
    CHECK_FALSE(told().at("final").is_null());
}
