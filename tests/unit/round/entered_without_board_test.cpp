// What arbiters enter of a game that its board tells nothing of: the board never answers, or the game is
// armed and waits for its start position.

#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/drivers/scripted_dgt_board.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using chess::Result;
using tests::Hall;
using tests::HandsAtBoard;
using tests::OneTable;
using tests::seat;

namespace {

constexpr const char* mated = "f3 e5 g4 Qh4#";
constexpr record::SetResult no_show{Result::white_wins, true};

record::Header header_of_armed(const std::string& white = "B1") {
    record::Header header;
    header.time_control = "180+2";
    header.tags = {{"White", white}, {"Black", "W1"}, {"Round", "2"}};
    return header;
}

std::string enter(Hall& hall, int board, const std::string& moves, std::string_view game = {}) {
    const auto said = hall.round().say_moves(board, moves, hall.now, {{}, game});
    hall.run(10);
    return said ? std::string() : said.error();
}

std::string say(Hall& hall, int board, record::What what, std::string_view game = {}) {
    const auto said = hall.say(board, std::move(what), {}, game);
    hall.run(10);
    return said;
}

chess::Position position_after(const std::string& moves) {
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(moves)) position.play(move);
    return position;
}

/// A table whose last game ended in mate, and whose next is armed.
struct ArmedTable : OneTable {
    ArmedTable() {
        hands.play(mated);
        hall.run(10);
        REQUIRE(hall.arm(1, "game-2", header_of_armed()).empty());
        hall.run(10);
    }
    void check_first() const {
        CHECK(hall.moves() == mated);
        CHECK(hall.game().result == Result::black_wins);
    }
};

} // namespace

TEST_CASE("a table whose board never answers gets no moves and no result, and stops the next round") {
    const bool killed = GENERATE(false, true);
    Hall hall({seat(1), seat(2)});
    hall.run(3);
    CHECK(enter(hall, 1, "1. e4 e5 2. Qh9") != "");
    CHECK(hall.header("game-1").empty()); // what is refused opens nothing
    CHECK(say(hall, 1, record::Pause{}) ==
          "its board has not told anything yet; a result, moves or a position can be entered without it");
    CHECK(enter(hall, 1, "1. e4 e5").empty());
    CHECK(hall.answers.back().text == "1… e5 entered; game game-1 begins with it");
    if (killed) hall.kill();
    CHECK(enter(hall, 1, "2. Nf3").empty());
    CHECK(hall.moves("game-1") == "e4 e5 Nf3");
    CHECK(!hall.game("game-1").clocks);
    CHECK(say(hall, 1, record::SetResult{Result::draw}).empty());
    CHECK(say(hall, 2, no_show).empty());
    CHECK(hall.answers.back().text == "result +/- entered; game game-2 begins with it");
    if (killed) hall.kill();
    std::vector<round::Round::Pairing> list;
    for (const int board : {1, 2})
        list.push_back(
            {board, "next-" + std::to_string(board), header_of_armed("N" + std::to_string(board))});
    const auto armed = hall.round().arm_round(list, hall.now);
    INFO((armed ? "" : armed.error()));
    CHECK(armed);
    hall.run(10);
    if (killed) hall.kill();
    CHECK(enter(hall, 1, "1. d4 d5").empty());
    CHECK(say(hall, 2, no_show, "next-2").empty());
    if (killed) hall.kill();
    hall.run(10);
    CHECK(hall.moves("game-1") == "e4 e5 Nf3");
    CHECK(hall.game("game-1").result == Result::draw);
    CHECK(hall.moves("next-1") == "d4 d5");
    CHECK(hall.game("next-2").result == Result::white_wins);
    CHECK(hall.noted("square") == 0);
    CHECK(hall.noted("incident") == 0);
    CHECK(hall.noted("in the journal already") == 0);
}

TEST_CASE("a board that answers once moves were entered is not followed, or its game is another one") {
    enum class Board : std::uint8_t { own, own_that_kept, dgt };
    for (const auto kind : {Board::own, Board::own_that_kept, Board::dgt})
        for (const bool killed : {false, true}) {
            INFO("kind " << static_cast<int>(kind) << (killed ? ", killed" : ""));
            const bool dgt = kind == Board::dgt;
            auto table = seat(1);
            if (dgt) table.maker = drivers::Maker::dgt;
            Hall hall({table});
            std::unique_ptr<tests::BoardOnCable> board;
            if (dgt)
                board = std::make_unique<tests::ScriptedDgtBoard>("31411");
            else
                board = std::make_unique<tests::ScriptedBoard>(1, 0, 0xA1);
            const bool kept = kind == Board::own_that_kept;
            HandsAtBoard hands(hall, *board, position_after(kept ? "" : "e4 e5"));
            hands.step_ms = 1'000;
            if (kept) hands.play("e4 e5"); // its cable is out
            REQUIRE(enter(hall, 1, "1. e4 e5").empty());
            if (killed) hall.kill();
            hall.plug(0, *board);
            hall.run(60);
            hands.play("Nf3 Nc6");
            hall.run(60);
            CHECK(hall.moves() == "e4 e5 Nf3 Nc6");
            hall.unplug(0);
            hall.kill();
            hall.plug(0, *board);
            hall.run(60);
            hands.play("Bb5 a6");
            hall.run(60);
            CHECK(hall.moves() == "e4 e5 Nf3 Nc6 Bb5 a6");
            CHECK(hall.noted("Article") == 0);
        }
}

TEST_CASE("a DGT board that lies untouched takes neither a result nor moves") {
    auto table = seat(1);
    table.maker = drivers::Maker::dgt;
    Hall hall({table});
    tests::ScriptedDgtBoard board;
    HandsAtBoard hands(hall, board);
    hands.step_ms = 1'000;
    hall.plug(0, board);
    hall.run(60);
    REQUIRE(hall.header("game-1").empty());
    if (GENERATE(false, true)) {
        CHECK(say(hall, 1, no_show).empty());
        CHECK(hall.game().result == Result::white_wins);
        return;
    }
    CHECK(enter(hall, 1, "1. e4 e5").empty());
    tests::says(hall.answers.back().text, "on the board");
    hands.set_up(position_after("e4 e5"));
    hands.play("Nf3");
    hall.run(60);
    CHECK(hall.moves() == "e4 e5 Nf3");
}

TEST_CASE_METHOD(ArmedTable, "a result for the game that is armed changes that of the one before") {
    const bool killed = GENERATE(false, true);
    if (killed) hall.kill();
    tests::says(say(hall, 1, record::SetResult{Result::black_wins}), // as if it were confirmed once more
                "game game-1 has its result, and game game-2 is armed: name the one that is meant (--game "
                "game-2, or --game game-1)");
    CHECK(say(hall, 1, no_show, "game-2").empty());
    CHECK(hall.answers.back().text == "result +/- entered; game game-2 begins with it");
    if (killed) hall.kill();
    hall.run(10);
    check_first();
    CHECK(hall.game("game-2").result == Result::white_wins);
    REQUIRE(hall.arm(1, "game-3", header_of_armed()).empty());
    hands.set_up();
    hall.run(40);
    hands.play("e4 e5");
    hall.run(20);
    CHECK(hall.moves("game-3") == "e4 e5");
    check_first();
    CHECK(hall.noted("Article") == 0);
}

TEST_CASE_METHOD(ArmedTable, "moves for the game that is armed are refused, or its board is not followed") {
    const bool killed = GENERATE(false, true), away = GENERATE(false, true);
    if (away) hall.unplug(0);
    if (killed) hall.kill();
    if (!away) hall.run(20);
    CHECK(enter(hall, 1, "1. e4 e5").empty());
    tests::says(hall.answers.back().text, "; game game-2 begins with it");
    if (away) hall.plug(0, board);
    hall.run(20);
    hands.set_up(position_after("e4 e5"));
    hall.run(20);
    if (killed) hall.kill();
    hall.run(20);
    hands.play("Nf3 Nc6");
    hall.run(40);
    check_first();
    CHECK(hall.moves("game-2") == "e4 e5 Nf3 Nc6");
    CHECK(hall.noted("Article") == 0);
}

TEST_CASE_METHOD(ArmedTable, "the last game cannot be corrected once the next is armed, or is unasked") {
    for (const record::What& what :
         {record::What(record::TakeBack{1}), record::What(record::SetTime{1000, {}}),
          record::What(record::SetResult{Result::open}), record::What(record::Resume{}),
          record::What(record::Resign{})}) {
        tests::says(say(hall, 1, what),
                    "game game-2 is armed and has not begun; to change game game-1, which has its result, "
                    "name it (--game game-1)");
        CHECK(!say(hall, 1, what, "game-2").empty());
    }
    CHECK(say(hall, 1, record::SetResult{Result::draw}, "game-9") ==
          "game game-9 is not at this board, only game-1, and game-2, which is armed");
    CHECK(enter(hall, 1, "1. e4", "game-9") != "");
    check_first();
    CHECK(say(hall, 1, record::SetTags{{{"White", "Wilma"}}}).empty()); // of the armed game
    CHECK(hall.game().tags["White"] == "W1");
    CHECK(say(hall, 1, record::SetResult{Result::draw}, "game-1").empty());
    CHECK(hall.answers.back().text ==
          "result 1/2-1/2 entered, instead of 0-1; this is game game-1, and game-2 "
          "is armed and has not begun");
    CHECK(hall.game().result == Result::draw);
    CHECK(say(hall, 1, record::TakeBack{2}, "game-1").empty()); // it goes on
    CHECK(hall.moves() == "f3 e5");
    tests::says(say(hall, 1, no_show, "game-2"), "game game-2 begins once game game-1 has its result");
    CHECK(say(hall, 1, record::SetResult{Result::draw}).empty()); // of the only game that can have one now
    CHECK(hall.game().result == Result::draw);
    hands.set_up();
    hall.run(40);
    hands.play("d4");
    hall.run(20);
    CHECK(hall.moves("game-2") == "d4");
    CHECK(hall.game("game-2").tags["White"] == "Wilma");
    CHECK(hall.moves() == "f3 e5");
}
