// Boards that were touched before the round was armed: their games have no names yet.

#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using tests::Hall;
using tests::HandsAtBoard;
using tests::ScriptedBoard;

namespace {

round::Round::Seat unnamed(int number) {
    auto seat = tests::seat(number);
    seat.table.header.tags = {{"Event", "E"}, {"Round", "1"}};
    return seat;
}

round::Round::Pairing pairing(int board, const std::string& in_round = "1") {
    auto header = tests::seat(board).table.header;
    header.tags["Event"] = "E", header.tags["Round"] = in_round;
    return {board, "E-r" + in_round + "-b" + std::to_string(board), header};
}

std::vector<round::Round::Pairing> list(const std::string& in_round = "1") {
    return {pairing(1, in_round), pairing(2, in_round), pairing(3, in_round)};
}

/// Three boards without names; the second has been touched.
struct Unnamed {
    Unnamed() {
        for (std::size_t port = 0; port < boards.size(); ++port) {
            hands.emplace_back(hall, boards[port]).port = port;
            hall.plug(port, boards[port]);
        }
        hall.run(5);
    }
    std::expected<round::Round::RoundArmed, std::string> arm(const std::string& in_round = "1") {
        auto armed = hall.round().arm_round(list(in_round), hall.now);
        hall.run(5);
        return armed;
    }
    std::vector<ScriptedBoard> boards{ScriptedBoard(1, 0, 1), ScriptedBoard(1, 0, 2), ScriptedBoard(1, 0, 3)};
    Hall hall{{unnamed(1), unnamed(2), unnamed(3)}};
    std::vector<HandsAtBoard> hands;
};

const char* const names[] = {"W1", "W2", "W3"};

void check_names(const Unnamed& at) {
    for (std::size_t table = 0; table < 3; ++table)
        CHECK(at.hall.view(table).game.tags["White"] == names[table]);
}

} // namespace

TEST_CASE("a board that was touched before its round was armed stops the round, or its record is lost") {
    Unnamed at;
    auto& hands = at.hands[1];
    const std::string in_round = GENERATE("1", "3"); // the configuration says 1
    const bool begun = GENERATE(false, true);
    hands.lift(12);
    hands.drop(12);
    if (begun) hands.press(chess::Side::black); // White's time runs
    at.hall.run(5);
    const auto inputs = at.hall.inputs("game-2").size();
    const auto armed = at.arm(in_round);
    REQUIRE(armed);
    CHECK(
        armed->answer ==
        (begun
             ? "3 games: 3 new\nboard 1: W1 - B1, new\nboard 2: W2 - B2, new: it is the game that was begun "
               "there without names\nboard 3: W3 - B3, new"
             : "3 games: 3 new"));
    check_names(at);
    hands.play("e4 e5");
    at.hall.run(20);
    const auto id = begun || in_round == "1" ? "game-2" : "E-r3-b2";
    const auto check = [&] {
        check_names(at);
        CHECK(at.hall.moves(id) == "e4 e5");
        CHECK(at.hall.game(id).tags["Round"] == in_round);
        CHECK(at.hall.game(id).tags["Black"] == "B2");
        CHECK(tests::replayed(at.hall, "game-2").game.moves().size() == 2); // the record stays
        CHECK(at.hall.inputs("game-2").size() > inputs);
        CHECK(at.hall.round().compare_round(list(in_round)) == "3 games: nothing changes");
    };
    check();
    at.hall.kill();
    at.hall.run(5);
    check();
}

TEST_CASE(
    "moves that were made before a game had names are lost when it gets them, or given to another round") {
    Unnamed at;
    auto &second = at.hands[1], &third = at.hands[2];
    second.play("e4 e5");
    third.play("d4");
    at.hall.run(5);
    const auto other = at.arm("2");
    REQUIRE(!other);
    CHECK(other.error() ==
          "2 boards stand in the way, and nothing is armed:\n"
          "board 2: game game-2 (? - ?) is of another round, and has moves: enter its result first; if it is "
          "W2 "
          "- B2, take them back instead (adoube arbiter --board 2 takeback 2), arm the round, and enter them "
          "again\n"
          "board 3: game game-3 (? - ?) is of another round, and has moves: enter its result first; if it is "
          "W3 "
          "- B3, take them back instead (adoube arbiter --board 3 takeback 1), arm the round, and enter them "
          "again");
    SECTION("of this round") {
        const auto armed = at.arm();
        REQUIRE(armed);
        tests::says(
            armed->answer,
            "board 2: W2 - B2, new: it is the game that was begun there without names, with 2 plies made");
        check_names(at);
        CHECK(at.hall.moves("game-2") == "e4 e5");
        CHECK(at.hall.moves("game-3") == "d4");
    }
    SECTION("as the sentence says") {
        CHECK(at.hall.say(2, record::TakeBack{2}).empty());
        CHECK(at.hall.say(3, record::SetResult{chess::Result::draw}).empty());
        at.hall.run(5);
        REQUIRE(at.arm("2"));
        CHECK(at.hall.round().say_moves(2, "1. e4 e5", at.hall.now));
        at.hall.run(5);
        CHECK(at.hall.moves("game-2") == "e4 e5");
        CHECK(at.hall.game("game-2").tags["White"] == "W2");
        third.set_up();
        at.hall.run(20);
        CHECK(at.hall.game("E-r2-b3").tags["White"] == "W3");
        CHECK(at.hall.moves("game-3") == "d4");
    }
}

TEST_CASE(
    "a game without names is armed over though it was played to its end, or with another time control") {
    Unnamed at;
    auto &second = at.hands[1], &third = at.hands[2];
    second.play("f3 e5 g4 Qh4#");
    third.press(chess::Side::black);
    at.hall.run(40);
    auto games = list();
    games[2].header.time_control = "180+2";
    const auto armed = at.hall.round().arm_round(games, at.hall.now);
    REQUIRE(!armed);
    tests::says(armed.error(),
                "board 2: game game-2 (? - ?) has its result, and is of this round: if it was W2 "
                "- B2, name them (adoube arbiter --board 2 tags), else arm their game alone "
                "(adoube arbiter --board 2 arm)");
    tests::says(armed.error(),
                "board 3: game game-3 (? - ?) began with another time control, start position or "
                "edition of the Laws than the list's: enter its result first, then arm the next");
    CHECK(at.hall.say(2, record::SetTags{{{"White", "W2"}, {"Black", "B2"}}}).empty());
    at.hall.run(5);
    REQUIRE(at.arm());
    CHECK(at.hall.moves("game-2") == "f3 e5 g4 Qh4#");
    check_names(at);
}
