#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using tests::HandsAtBoard;
using tests::OneTable;
using tests::ScriptedBoard;

namespace {

chess::Position after(const std::string& moves) {
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(moves)) position.play(move);
    return position;
}

/// What the other board shows when plugged in, before it is set up.
struct Begin {
    const char* what;
    chess::Position position;
};

} // namespace

TEST_CASE("a board that fails in the middle of a move is exchanged, and the game goes on") {
    const std::string before = "e4 e5 Nf3", later = "Nc6 Bb5 a6";
    const auto empty = chess::Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").value();
    for (const Begin& begin : {Begin{"the position of the game", after(before)},
                               Begin{"the start position", after("")}, Begin{"the kings alone", empty}}) {
        INFO("on the other board stands " << begin.what);
        OneTable table;
        table.hands.play(before);
        table.hands.lift(57); // it fails with Nb8 in the air
        table.hall.unplug(0);
        table.hall.run(40);

        ScriptedBoard other(5, 0, 0xA2);
        HandsAtBoard hands(table.hall, other, begin.position);
        table.hall.plug(0, other);
        table.hall.run(40);
        hands.set_up(after(before));
        table.hall.run(100);
        CHECK(table.hall.moves() == before);
        hands.play(later);
        table.hall.run(40);
        CHECK(table.hall.moves() == before + " " + later);
        CHECK(table.hall.noted("Article") == 0);
    }
}

TEST_CASE("a board that still answers is left alone once another port was named for its table") {
    OneTable table;
    table.hands.play("e4 e5");
    CHECK(!table.hall.view(0).exchanged_utc_ms);
    CHECK(table.hall.use_port(1, "usb:00000000000000a2").empty());
    CHECK(table.hall.view(0).exchanged_utc_ms == table.hall.now.utc_ms);
    CHECK(table.hall.noted("board 1: its board is looked for on port usb:00000000000000a2 from now on") == 1);
    ScriptedBoard other(5, 0, 0xA2);
    HandsAtBoard hands(table.hall, other, after("e4 e5"));
    table.hall.plug(0, other);
    table.hall.run(40);
    hands.play("Nf3 Nc6");
    table.hall.run(40);
    CHECK(table.hall.moves() == "e4 e5 Nf3 Nc6");
}

TEST_CASE("the port that a table has, and a table that is not there, are refused by name") {
    tests::Hall hall({tests::seat(1), tests::seat(2)});
    CHECK(hall.use_port(2, "P2") == "port P2 is that of board 2 already");
    CHECK(hall.use_port(3, "P9") == "there is no board 3, only 1 to 2");
}
