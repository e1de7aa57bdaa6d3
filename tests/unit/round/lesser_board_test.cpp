// In mid-game a board takes over that knows less of its pieces than the one with which the game began.

#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using tests::Hall;
using tests::HandsAtBoard;
using tests::ScriptedBoard;
using tests::seat;

namespace {

chess::Position after(const char* moves) {
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(moves, position)) position.play(move);
    return position;
}

std::string unreadable(const Hall& hall, record::Sensing sensing) {
    for (const auto& entry : hall.inputs())
        if (const auto input = record::parse_input(entry.line, sensing); !input)
            return entry.line + ": " + input.error();
    return {};
}

} // namespace

TEST_CASE("a board that knows less of its pieces takes over in mid-game, and the record cannot be read") {
    const auto [first, then] =
        GENERATE(table<wire::Sensing, wire::Sensing>({{wire::Sensing::identity, wire::Sensing::colour},
                                                      {wire::Sensing::identity, wire::Sensing::presence},
                                                      {wire::Sensing::colour, wire::Sensing::presence}}));
    const bool killed = GENERATE(false, true);
    Hall hall({seat(1)});
    ScriptedBoard board(1, 0, 0xA1), lesser(1, 0, 0xA2);
    board.sensing = first, lesser.sensing = then;
    HandsAtBoard hands(hall, board), hands_at_lesser(hall, lesser, after("e4 e5"));
    hall.plug(0, board);
    hands.play("e4 e5");
    hall.unplug(0);
    hall.run(20);
    hall.plug(0, lesser);
    hall.run(20);
    CHECK(hall.noted("knows less of its pieces") == 1);
    hands_at_lesser.play("Nf3 Nc6");
    if (killed) hall.kill();
    hall.run(60);
    hands_at_lesser.play("Bb5 a6");
    hall.run(20);
    CHECK(unreadable(hall, static_cast<record::Sensing>(first)) == "");
    CHECK(lesser.oldest_seq() == lesser.next_seq());
    CHECK(hall.moves() == "e4 e5");

    SECTION("the moves can be entered by hand") {
        for (const char* san : {"Nf3", "Nc6", "Bb5", "a6"}) {
            CHECK(hall.say(1, record::PlayMove{san}).empty());
            hall.run(10);
        }
        CHECK(hall.moves() == "e4 e5 Nf3 Nc6 Bb5 a6");
    }
    SECTION("a board of the first one's kind goes on") {
        hall.unplug(0);
        ScriptedBoard spare(1, 0, 0xA3);
        spare.sensing = first;
        HandsAtBoard hands_at_spare(hall, spare, after("e4 e5 Nf3 Nc6 Bb5 a6"));
        for (const char* san : {"Nf3", "Nc6", "Bb5", "a6"}) {
            CHECK(hall.say(1, record::PlayMove{san}).empty());
            hall.run(10);
        }
        hall.plug(0, spare);
        hall.run(20);
        hands_at_spare.play("Ba4");
        hall.run(20);
        CHECK(hall.moves() == "e4 e5 Nf3 Nc6 Bb5 a6 Ba4");
    }
    SECTION("the next game begins with what the new board knows") {
        REQUIRE(hall.say(1, record::SetResult{chess::Result::draw}).empty());
        hall.run(10);
        REQUIRE(hall.arm(1, "game-2", {}).empty());
        hands_at_lesser.set_up();
        hall.run(40);
        hands_at_lesser.play("d4 d5");
        hall.run(20);
        CHECK(hall.moves("game-2") == "d4 d5");
        const auto header = record::parse_header(hall.header("game-2"));
        REQUIRE(header);
        CHECK(header->sensing == static_cast<record::Sensing>(then));
        CHECK(unreadable(hall, static_cast<record::Sensing>(first)) == "");
    }
}
