#include "daemon/broadcast/standings.hpp"

#include "tests/catch.hpp"

#include <boost/json.hpp>

using namespace adoube::broadcast;

namespace json = boost::json;

TEST_CASE("standings lose something on their way, or take with them what nobody may read") {
    const auto* const text =
        R"({"event":"Hall\nOpen","after_round":3,"places":[{"place":1,"name":"Adams, Ann",)"
        R"("title":"GM","federation":"ENG","rating":"2500","points":2.5,"phone":"112"},)"
        R"({"place":1,"name":"Baker, Ben","points":2,"fide_id":"1"}]})";
    const auto standings = standings_from(json::parse(text));
    REQUIRE(standings);
    CHECK(
        json::serialize(to_json(*standings)) ==
        R"({"event":"Hall Open","after_round":3,"places":[{"place":1,"name":"Adams, Ann","title":"GM",)"
        R"("federation":"ENG","rating":"2500","points":2.5E0},{"place":1,"name":"Baker, Ben","points":2E0}]})");
    CHECK(standings_from(to_json(*standings)) == standings);
}

TEST_CASE("standings of teams lose something on their way, or take more with them") {
    const auto* const text =
        R"({"event":"E","after_round":3,"places":[{"place":1,"name":"A","points":1}],"teams":[)"
        R"({"place":1,"name":"A\u0007Town","match_points":5,"game_points":9.5,"captain":"112"},)"
        R"({"place":2,"name":"B-Ville","game_points":8}]})";
    const auto standings = standings_from(json::parse(text));
    REQUIRE(standings);
    CHECK(json::serialize(to_json(*standings).at("teams")) ==
          R"([{"place":1,"name":"A Town","match_points":5E0,"game_points":9.5E0},)"
          R"({"place":2,"name":"B-Ville","game_points":8E0}])");
    CHECK(standings_from(to_json(*standings)) == standings);
    for (const char* wrong : {"3", "[3]", R"([{"place":1,"name":"","game_points":1}])",
                              R"([{"place":1,"name":"A"}])", R"([{"name":"A","game_points":1}])",
                              R"([{"place":1,"name":"A","game_points":1,"match_points":"1"}])",
                              R"([{"place":1,"name":"A","game_points":-1}])"}) {
        CAPTURE(wrong);
        auto value = to_json(*standings);
        value.at("teams") = json::parse(wrong);
        CHECK_FALSE(standings_from(value));
    }
    auto value = to_json(*standings);
    value.at("teams") = json::array(Standings::most_teams + 1, value.at("teams").at(0));
    CHECK_FALSE(standings_from(value));
}

TEST_CASE("standings that are none are shown") {
    for (const char* wrong :
         {"3", "[]", "{}", R"({"after_round":1,"places":[]})",
          R"({"places":[{"place":1,"name":"A","points":1}]})",
          R"({"after_round":100,"places":[{"place":1,"name":"A","points":1}]})",
          R"({"after_round":1,"places":[{"place":0,"name":"A","points":1}]})",
          R"({"after_round":1,"places":[{"place":1,"name":"","points":1}]})",
          R"({"after_round":1,"places":[{"place":1,"name":"A","points":-1}]})",
          R"({"after_round":1,"places":[{"place":1,"name":"A","points":"1"}]})",
          R"({"after_round":1,"places":[{"place":1,"name":"A"}]})",
          R"({"after_round":1,"places":[{"place":1,"name":"A","points":1,"title":4}]})",
          R"({"event":7,"after_round":1,"places":[{"place":1,"name":"A","points":1}]})"}) {
        CAPTURE(wrong);
        CHECK_FALSE(standings_from(json::parse(wrong)));
    }
    json::array places(Standings::most_places + 1, json::object{{"place", 1}, {"name", "A"}, {"points", 1}});
    CHECK_FALSE(standings_from(json::object{{"after_round", 1}, {"places", places}}));
    places.pop_back();
    CHECK(standings_from(json::object{{"after_round", 1}, {"places", places}}));
    places.back().at("name") = std::string(Standings::longest_text + 1, 'A');
    CHECK_FALSE(standings_from(json::object{{"after_round", 1}, {"places", places}}));
}
