#include "tests/catch.hpp"
#include "tests/unit/drivers/scripted_dgt_board.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using tests::Hall;
using tests::HandsAtBoard;
using tests::ScriptedDgtBoard;

namespace {

round::Round::Seat dgt_seat() {
    auto seat = tests::seat(1);
    seat.maker = drivers::Maker::dgt;
    return seat;
}

struct DgtTable {
    Hall hall{{dgt_seat()}};
    ScriptedDgtBoard board;
    HandsAtBoard hands{hall, board};

    explicit DgtTable(bool plugged = true) {
        if (plugged) plug();
    }
    void plug() {
        hall.plug(0, board);
        hall.run(40);
    }
};

constexpr const char* opening = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 d4 exd4";

} // namespace

TEST_CASE("a game on a DGT board has other moves than were played") {
    DgtTable table;
    table.hands.play(opening);
    table.hall.run(120);
    CHECK(table.hall.moves() == opening);
    CHECK(table.hall.view(0).hello->board_id == 0x4447543331343135); // "DGT31415"
    CHECK(table.hall.noted("lost") == 0);
    CHECK(table.hall.noted("Article") == 0);
}

TEST_CASE("a promotion on a DGT board is to another piece") {
    DgtTable table;
    table.hands.play("a4 b5 axb5 a6 bxa6 Bb7 axb7 c6 bxa8=N");
    table.hall.run(120);
    CHECK(table.hall.moves() == "a4 b5 axb5 a6 bxa6 Bb7 axb7 c6 bxa8=N");
}

TEST_CASE("what was done while a DGT board's cable was out is not known to be missing, or not worked out") {
    DgtTable table;
    table.hands.play("e4 e5");
    table.hall.run(120);
    table.hall.unplug(0);
    table.hands.play("Nf3 Nc6");
    table.hall.plug(0, table.board);
    table.hall.run(100);
    CHECK(table.hall.moves() == "e4 e5 Nf3 Nc6");
    CHECK(table.hall.noted("cable was out") == 1);
    table.hands.play("Bb5 a6");
    table.hall.run(120);
    CHECK(table.hall.moves() == "e4 e5 Nf3 Nc6 Bb5 a6");
}

TEST_CASE("a message of a DGT board that comes damaged is passed over, or ends the game") {
    DgtTable table;
    table.hands.play("e4 e5");
    table.hall.run(120);
    table.board.damages = true;
    table.hands.play("Nf3");
    table.board.damages = false;
    table.hands.play("Nc6 Bb5");
    table.hall.run(120);
    CHECK(table.hall.moves() == "e4 e5 Nf3 Nc6 Bb5");
    CHECK(table.hall.noted("damaged") >= 1);
}

TEST_CASE("the daemon dies, and the game on a DGT board ends") {
    DgtTable table;
    table.hands.play("e4 e5 Nf3");
    table.hall.run(120);
    table.hall.kill();
    table.hall.run(120);
    table.hands.play("Nc6 Bb5");
    table.hall.run(120);
    CHECK(table.hall.moves() == "e4 e5 Nf3 Nc6 Bb5");
}

TEST_CASE(
    "moves on a DGT board before the daemon came are not told at once, not worked out, or end the game") {
    DgtTable table{false};
    std::string all = "e4 e5 Nf3 Nc6 Bb5";
    SECTION("a few") {
        table.hands.play("e4 e5 Nf3");
        table.plug();
        table.hands.play("Nc6 Bb5");
    }
    SECTION("more than can be worked out") {
        table.hands.play("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6");
        table.plug();
        CHECK(table.hall.noted("board 1: before the first move 12 squares are not as the game has them (") ==
              1);
        CHECK(table.hall.noted("if the game has begun, enter its moves (moves \"1. e4 …\")") == 1);
        table.hands.play("O-O Bg4");
        const char* const so_far = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4";
        CHECK(table.hall.round().say_moves(1, so_far, table.hall.now).has_value());
        table.hands.play("d4 exd4");
        all = opening;
    }
    table.hall.run(120);
    auto played = chess::Position::start();
    for (const auto move : tests::moves_of(all)) played.play(move);
    CHECK(tests::replayed(table.hall).game.position() == played);
    CHECK(table.hall.noted("Article") == 0);
}

TEST_CASE("a DGT board is passed on to another journal's events, or another of them plays on unseen") {
    DgtTable table;
    table.hands.play("e4 e5");
    table.hall.unplug(0);
    ScriptedDgtBoard other("27182");
    HandsAtBoard hands(table.hall, other, [] {
        auto position = chess::Position::start();
        for (const auto move : tests::moves_of("e4 e5")) position.play(move);
        return position;
    }());
    table.hall.plug(0, other);
    table.hall.run(100);
    hands.play("Nf3 Nc6");
    table.hall.run(120);
    CHECK(table.hall.moves() == "e4 e5 Nf3 Nc6");
    CHECK(table.hall.view(0).hello->board_id == 0x4447543237313832);
}

TEST_CASE("a DGT board that says nothing is waited for in silence, or a disk that is full loses a move") {
    DgtTable table;
    table.hands.play("e4 e5");
    SECTION("silent") {
        table.board.mute = true;
        table.hall.run(100);
        CHECK(table.hall.noted("has a DGT board that fell silent") == 1);
    }
    SECTION("a full disk") {
        table.hall.disk_works = false;
        table.hands.play("Nf3 Nc6");
        table.hall.run(100);
        table.hall.disk_works = true;
        table.hall.run(120);
        CHECK(table.hall.moves() == "e4 e5 Nf3 Nc6");
    }
}
