#include "daemon/round/start_doubts.hpp"

#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using tests::Hall;

namespace {

constexpr unsigned pawn_of_king = 12; // e2

round::Round::Seat paired(int number, const std::string& round, const std::string& white = "Adams, Ann") {
    auto seat = tests::seat(number);
    seat.table.header.tags["Round"] = round;
    seat.table.header.tags["White"] = white;
    seat.table.header.tags["Black"] = white == "?" ? "?" : "Baker, Ben";
    return seat;
}

std::vector<std::string> doubts(const Hall& hall, const std::string& round = "1") {
    std::vector<round::TableView> tables;
    for (const auto table : hall.round().tables()) tables.push_back(hall.round().view(table));
    return round::start_doubts(tables, round);
}

record::Header next_round() {
    auto header = paired(1, "2").table.header;
    header.tags["White"] = "Cole, Cleo";
    return header;
}

} // namespace

TEST_CASE("a round is started without a word though a table has no game, no board, or wrong squares") {
    auto without = paired(4, "1");
    without.port.clear();
    without.table.electronics = false;
    Hall hall({paired(1, "1"), paired(2, "1"), paired(3, "1", "?"), without});
    tests::ScriptedBoard board{1, 0, 0xA1};
    tests::HandsAtBoard hands{hall, board};
    hall.plug(0, board);
    hall.run(10);
    CHECK(doubts(hall) == std::vector<std::string>{"table 2: its board is not connected",
                                                   "table 3: it has no game of round 1"});
    CHECK(doubts(hall, "2").size() == 4);
    hands.lift(pawn_of_king);
    hall.run(10);
    REQUIRE(doubts(hall).size() == 3);
    CHECK(doubts(hall).front().starts_with("table 1: it is not set up right: e2 is empty"));
    hands.drop(pawn_of_king);
    hall.run(10);
    CHECK(doubts(hall).size() == 2);
    for (unsigned square = 0; square < 16; ++square) hands.lift(square);
    CHECK(doubts(hall).front() == "table 1: the pieces of its game are not set up yet");
    hall.unplug(0);
    CHECK(doubts(hall).front() == "table 1: its board is not connected: port P1 was closed");
}

TEST_CASE("a round is started without a word though the last one has no result, or pieces are not set up") {
    Hall hall({paired(1, "1")});
    tests::ScriptedBoard board{1, 0, 0xA1};
    tests::HandsAtBoard hands{hall, board};
    hall.plug(0, board);
    hands.play("e4 e5");
    hall.run(20);
    CHECK(doubts(hall).empty()); // it is played
    CHECK(doubts(hall, "2") == std::vector<std::string>{"table 1: it has no game of round 2"});
    REQUIRE(hall.say(1, record::SetResult{chess::Result::draw}).empty());
    hall.run(20);
    CHECK(doubts(hall).empty()); // it is over
    REQUIRE(hall.arm(1, "game-2", next_round()).empty());
    hall.run(20);
    CHECK(doubts(hall, "2") ==
          std::vector<std::string>{"table 1: the pieces of its game are not set up yet"});
    hands.set_up();
    hall.run(40);
    CHECK(doubts(hall, "2").empty());
    CHECK(round::has_round(hall.view(0), "2"));
    CHECK_FALSE(round::has_round(hall.view(0), "1"));
}
