#include "daemon/tournament/standings.hpp"

#include "tests/catch.hpp"

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

} // namespace

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
