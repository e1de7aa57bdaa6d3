#include "daemon/adoubed/typed_game.hpp"

#include "daemon/adoubed/control_line.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"

#include <boost/json.hpp>

using namespace adoube;
using adoubed::checked_game;

namespace {

namespace json = boost::json;

json::object look(const std::string& request, const std::vector<adoubed::OpenGame>& open = {}) {
    const auto answer = checked_game(request, {1, 5}, open);
    INFO((answer ? request : answer.error()));
    REQUIRE(answer);
    return json::parse(*answer).as_object();
}
std::string all(const json::value& sentences) { return json::serialize(sentences); }

} // namespace

TEST_CASE("a typed game is armed at another table, between others, or by other rules than was typed") {
    const auto seen = look(R"({"board":5,"white":"Adams, Ann","black":"Baker, Ben","round":"3.1",)"
                           R"("time_control":"180+2","rate_of_play":"blitz"})");
    CHECK(seen.at("wrong").as_array().empty());
    REQUIRE(seen.at("remarks").as_array().size() == 1); // and not that table 1 has no game
    tests::says(all(seen.at("remarks")), "2 players have no FIDE id");
    record::Header usual;
    usual.tags = {{"Event", "E"}, {"Round", "3"}};
    const auto line = adoubed::parse_control_line(json::serialize(seen.at("line")), usual);
    REQUIRE(line);
    const auto& armed = std::get<adoubed::Arm>(*line);
    CHECK(armed.board == 5);
    CHECK(armed.header.tags.at("White") == "Adams, Ann");
    CHECK(armed.header.tags.at("Black") == "Baker, Ben");
    CHECK(armed.header.tags.at("Event") == "E");
    CHECK(armed.header.tags.at("Round") == "3.1");
    CHECK(armed.header.tags.at("TimeControl") == "180+2");
    CHECK(armed.header.rate_of_play == laws::RateOfPlay::blitz);
    const auto usually = adoubed::parse_control_line(
        json::serialize(look(R"({"board":1,"white":"Adams, Ann","black":"Baker, Ben"})").at("line")), usual);
    REQUIRE(usually);
    CHECK(std::get<adoubed::Arm>(*usually).header.tags.at("Round") == "3");
    CHECK(std::get<adoubed::Arm>(*usually).header.rate_of_play == laws::RateOfPlay::standard);
}

TEST_CASE("a typed game can be armed that a file of pairings could not be, or nobody is told of a doubt") {
    const std::pair<std::string, const char*> rows[] = {
        {R"({"board":5,"white":"","black":"Baker, Ben"})", "is no name"},
        {R"({"board":5,"white":"?","black":"Baker, Ben"})", "is no name"},
        {R"({"board":5,"white":"Baker, Ben","black":"Baker, Ben"})", "Baker, Ben plays twice"},
        {R"({"board":4,"white":"Adams, Ann","black":"Baker, Ben"})", "board 4 is no table of the hall"},
        {R"({"board":5,"white":"Adams, Ann","black":")" + std::string(201, 'b') + "\"}", "too long"},
        {R"({"board":5,"white":"Adams, Ann\n112 Eve","black":"Baker, Ben"})",
         "board 5: the tag White holds a line break: write it without"},
        {R"({"board":5,"white":"Adams, Ann","black":"Baker, Ben","round":"1\r"})",
         "the tag Round holds a line break: write it without"},
        {R"({"board":5,"white":"Adams, Ann","black":"Baker, Ben","time_control":"soon"})", "soon"},
        {R"({"board":5,"white":"Adams, Ann","black":"Baker, Ben","rate_of_play":"slow"})",
         "none of standard"}};
    for (const auto& [request, why] : rows) {
        CAPTURE(request);
        const auto seen = look(request);
        CHECK(seen.at("line").is_null());
        tests::says(all(seen.at("wrong")), why);
    }
    const std::string typed = R"({"board":5,"white":"Adams, Ann","black":"Baker, Ben"})";
    const auto elsewhere = look(typed, {{1, "Baker, Ben", "Cole, Cleo"}, {5, "Adams, Ann", "Cole, Cleo"}});
    tests::says(all(elsewhere.at("remarks")), "Baker, Ben is also at board 1, whose game has no result");
    CHECK(all(elsewhere.at("remarks")).find("Adams") == std::string::npos); // it is the table itself
    CHECK_FALSE(elsewhere.at("line").is_null());
    for (const char* request : {"", "[]", "{}", R"({"board":"5"})", R"({"board":0})", R"({"board":1.5})"})
        CHECK_FALSE(checked_game(request, {5}, {}));
}
