#include "daemon/tournament/standings.hpp"

#include "tests/catch.hpp"

#include <sstream>

using namespace adoube::tournament;

namespace {

struct Row {
    int number;
    const char* points; // four columns
    int rank;           // 0: none
    const char* rounds;
};

std::string right(int number) {
    auto text = number == 0 ? std::string() : std::to_string(number);
    return text.insert(0, 4 - text.size(), ' ');
}

std::string trf_of(const std::vector<Row>& rows) {
    std::string text = "012 Hall Open\n";
    for (const auto& [number, points, rank, rounds] : rows)
        text += "001 " + right(number) + " m  g Player " + std::to_string(number) +
                "                          2100 ENG     4600001 1990/01/31 " + points + ' ' + right(rank) +
                rounds + "\n";
    return text;
}

std::string placed(const std::vector<Row>& rows) {
    const auto trf = Trf::read(trf_of(rows));
    REQUIRE(trf);
    const auto standings = standings_of(*trf);
    std::string all = standings.by_rank ? "ranks after " : "points after ";
    all += std::to_string(standings.after_round) + ':';
    for (const auto& [place, player] : standings.players)
        all += ' ' + std::to_string(place) + '=' + std::to_string(player.start_number);
    return all;
}

std::string player(int number, const char* points, int rank) {
    return trf_of({{number, points, rank, ""}}).substr(std::string_view("012 Hall Open\n").size());
}

/// Columns 55 to 71 of record 310, behind number and name.
std::string team_310(int number, const std::string& name, const std::string& points_and_rank,
                     const std::string& members) {
    auto line = "310 " + right(number).substr(1) + ' ' + name;
    line.resize(54, ' ');
    line += points_and_rank;
    line.resize(73, ' ');
    return line + members + '\n';
}
std::string team_013(const std::string& name, const std::string& members) {
    auto line = "013 " + name;
    line.resize(36, ' ');
    return line + members + '\n';
}

std::string teams_of(const std::string& teams) {
    const auto trf = Trf::read("012 Hall Open\n" + player(1, " 2.0", 1) + player(2, " 1.5", 2) +
                               player(3, " 1.0", 3) + player(4, " 0.5", 4) + teams);
    REQUIRE(trf);
    const auto standings = standings_of(*trf);
    std::ostringstream all;
    all << (standings.teams_by_rank ? "ranks:" : "points:");
    for (const auto& [place, name, match_points, game_points] : standings.teams) {
        all << ' ' << place << '=' << name << ' ';
        if (match_points) all << *match_points << '/';
        all << game_points;
    }
    return all.str();
}

} // namespace

TEST_CASE("standings of teams lack one, count other points, or are in another order than the file has them") {
    const auto a = team_310(1, "A-Town", "   3.0    4.5   2", "   1    4"),
               b = team_310(2, "B-Ville", "   4.0    4.0   1", "   2    3");
    CHECK(teams_of(a + b) == "ranks: 1=B-Ville 4/4 2=A-Town 3/4.5");
    CHECK(teams_of("") == "ranks:");
    // Ranks by game points, ranks that go with neither, and none.
    CHECK(teams_of(team_310(1, "A", "   3.0    4.5   1", "   1") +
                   team_310(2, "B", "   4.0    4.0   2", "   2")) == "ranks: 1=A 3/4.5 2=B 4/4");
    CHECK(teams_of(team_310(1, "A", "   3.0    3.5   1", "   1") +
                   team_310(2, "B", "   4.0    4.0   2", "   2")) == "points: 1=B 4/4 2=A 3/3.5");
    CHECK(teams_of(team_310(1, "A", "   3.0    3.5", "   1") + team_310(2, "B", "   3.0    3.5", "   2") +
                   team_310(3, "C", "   3.0    4.0", "   3")) == "points: 1=C 3/4 2=A 3/3.5 2=B 3/3.5");
    // TRF16 knows no points of a team, nor has TRF26 before they are counted.
    CHECK(teams_of(team_013("A-Town", "   3    4") + team_013("B-Ville", "   1    2    9")) ==
          "points: 1=B-Ville 3.5 2=A-Town 1.5");
    CHECK(teams_of(team_310(1, "A-Town", "", "   1    4")) == "points: 1=A-Town 2.5");
    // Both say the same twice; a team without a name is none.
    CHECK(teams_of(team_013("A", "   1") + a + team_013("B", "   2") + b +
                   team_310(3, "", "   9.0    9.0   3", "")) == "ranks: 1=B-Ville 4/4 2=A-Town 3/4.5");
}

TEST_CASE("standings are in another order than the file's ranks, or ranks that contradict the points count") {
    const auto *won = "     2 w 1", *lost = "     1 b 0", *open = "     3 w  ", *bye = "  0000 - U";
    CHECK(placed({{1, " 1.0", 2, won}, {2, " 0.0", 3, lost}, {3, " 1.0", 1, bye}}) ==
          "ranks after 1: 1=3 2=1 3=2");
    // Our own results change points, not ranks.
    CHECK(placed({{1, " 0.0", 1, lost}, {2, " 1.0", 2, won}, {3, " 1.0", 3, bye}, {4, " 0,5", 4, bye}}) ==
          "points after 1: 1=2 1=3 3=4 4=1");
    CHECK(placed({{1, " 1.0", 1, won}, {2, " 0.0", 0, lost}}) == "points after 1: 1=1 2=2");
    CHECK(placed({{1, " 0.0", 0, open}, {3, " 0.0", 0, open}}) == "points after 0: 1=1 1=3");
}
