#include "daemon/tournament/seated_round.hpp"

#include "tests/catch.hpp"
#include "tests/says.hpp"

using namespace adoube::tournament;

namespace {

const RoundFile list_of_boards{"list.csv", "board;white;black\n7;Ann;Ben\n4;Cat;Dan\n"};

/// Two rounds of two games.
std::string trf() {
    const auto player = [](int number, const std::string& name, const std::string& rounds) {
        std::string line = "001    " + std::to_string(number) + "      " + name;
        line.resize(91, ' ');
        return line + rounds + "\n";
    };
    return player(1, "Ann", "   2 w 1     3 w  ") + player(2, "Ben", "   1 b 0     4 w  ") +
           player(3, "Cat", "   4 w =     1 b  ") + player(4, "Dan", "   3 b =     2 b  ");
}

std::string seats(const RoundPairings& round) {
    std::string text = std::to_string(round.round) + ":";
    for (const auto& [board, white, black] : round.pairings)
        text += ' ' + std::to_string(board) + ' ' + white.name + '-' + black.name;
    return text;
}

} // namespace

TEST_CASE("a game does not sit where the file, the list, or the daemon has it, in this order") {
    std::vector<std::string> lines;
    const TellDaemon daemon = [&](const std::string& line) -> std::expected<std::string, std::string> {
        lines.push_back(line);
        return "9 2";
    };
    auto seated = seat_round({list_of_boards, {}, 1}, daemon);
    REQUIRE(seated);
    CHECK(seats(seated->round) == "1: 7 Ann-Ben 4 Cat-Dan");
    CHECK(lines.empty());

    const RoundFile file{"open.trf", trf()};
    seated = seat_round({file, list_of_boards, 1}, daemon);
    REQUIRE(seated);
    CHECK(seats(seated->round) == "1: 4 Cat-Dan 7 Ann-Ben");
    CHECK(lines.empty());

    seated = seat_round({file, {}, {}}, daemon);
    REQUIRE(seated);
    CHECK(seats(seated->round) == "2: 2 Ben-Dan 9 Ann-Cat");
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find(R"("ask":"boards")") != std::string::npos);
    CHECK(seated->of_boards.remarks.size() == 1);

    seated = seat_round({file, {}, 1}, {});
    REQUIRE(seated);
    CHECK(seats(seated->round) == "1: 1 Ann-Ben 2 Cat-Dan");
}

TEST_CASE("a round is seated in part, or nobody learns which file or what daemon is at fault") {
    const RoundFile file{"open.trf", trf()};
    const TellDaemon refuses = [](const std::string&) {
        return std::unexpected(std::string("no such table"));
    };
    const TellDaemon tells_one = [](const std::string&) { return std::string("1"); };
    adoube::tests::says(seat_round({file, {}, {}}, refuses).error(), "no such table");
    adoube::tests::says(seat_round({file, {}, {}}, tells_one).error(), "does not tell the games' boards");
    adoube::tests::says(seat_round({{"a.csv", "nothing"}, {}, {}}, {}).error(), "a.csv: ");
    adoube::tests::says(seat_round({file, RoundFile{"b.csv", "nothing"}, {}}, {}).error(), "b.csv: ");
    const RoundFile other{"b.csv", "round;board;white;black\n9;1;Ann;Ben\n"};
    adoube::tests::says(seat_round({file, other, 2}, {}).error(), "b.csv: nobody has an opponent in round 2");

    const auto seated = seat_round({file, list_of_boards, 2}, {});
    REQUIRE(seated);
    CHECK(seated->of_boards.wrong.size() == 4);
    const auto doubts = doubts_of(*seated, {7, 4});
    CHECK(doubts.wrong.size() > seated->of_boards.wrong.size());
}
