#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using chess::Side;
using tests::Hall;
using tests::HandsAtBoard;
using tests::OneTable;

namespace {

constexpr const char* mate = "f3 e5 g4 Qh4#";
constexpr const char *moves_first = "e4 e5 Bc4 Nc6", *moves_then = "Qh5 Nf6 Qxf7#";
constexpr const char* other_mate = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#";
constexpr const char* moved_unarmed =
    "board 1: pieces are moved from the start position though the game is over";

record::Header next_header() {
    record::Header header;
    header.time_control = "180+2";
    header.tags = {{"White", "B1"}, {"Black", "W1"}};
    return header;
}

/// The next game's record as text, without the snapshots told to a starting daemon.
std::string record_of(const Hall& hall) {
    std::string text = hall.header("game-2") + "\n";
    for (const auto& entry : hall.inputs("game-2"))
        if (entry.line.find("snapshot") == std::string::npos || entry.line.starts_with("{\"t\":0,"))
            text += entry.line + "\n";
    return text;
}

/// The same hands play both games, the next armed at this moment.
enum class Armed { before_set_up, after_some_moves, at_the_end };
void play_two_games(OneTable& at, Armed armed, bool killed) {
    const auto arm = [&](Armed now) {
        if (armed != now) return;
        if (killed) at.hall.kill();
        REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    };
    at.hands.play(mate);
    at.hall.run(10);
    arm(Armed::before_set_up);
    at.hands.set_up();
    at.hall.run(40);
    at.hands.play(moves_first);
    arm(Armed::after_some_moves);
    at.hands.play(moves_then);
    arm(Armed::at_the_end);
    at.hall.run(2);
    if (killed) at.hall.kill();
    at.hall.run(60);
}

} // namespace

TEST_CASE("a game that is armed after it was begun, or after it was over, is not the one that was played") {
    OneTable in_time;
    play_two_games(in_time, Armed::before_set_up, false);
    REQUIRE(in_time.hall.moves("game-2") == other_mate);
    const auto expected = record_of(in_time.hall);
    for (const auto armed : {Armed::after_some_moves, Armed::at_the_end})
        for (const bool killed : {false, true}) {
            CAPTURE(static_cast<int>(armed), killed);
            OneTable late;
            play_two_games(late, armed, killed);
            CHECK(late.hall.moves("game-1") == mate);
            CHECK(late.hall.game("game-1").result == chess::Result::black_wins);
            CHECK(late.hall.moves("game-2") == other_mate);
            CHECK(late.hall.game("game-2").result == chess::Result::white_wins);
            CHECK(record_of(late.hall) == expected);
            CHECK(tests::replayed(late.hall, "game-2").game.position() == late.hall.game("game-2").position);
            late.hall.kill();
            late.hall.run(10);
            CHECK(late.hall.moves("game-2") == other_mate);
        }
}

TEST_CASE("while the disk stalls over the end of a game what is played after it is lost to the next") {
    OneTable in_time;
    play_two_games(in_time, Armed::before_set_up, false);
    const auto expected = record_of(in_time.hall);
    for (const bool armed_in_stall : {false, true}) {
        CAPTURE(armed_in_stall);
        OneTable at;
        const auto arm = [&] { REQUIRE(at.hall.arm(1, "game-2", next_header()).empty()); };
        at.hands.play("f3 e5");
        at.hall.disk_works = false;
        at.hands.play("g4 Qh4#");
        at.hall.run(10);
        at.hands.set_up();
        at.hall.run(40);
        at.hands.play(moves_first);
        if (armed_in_stall) arm();
        at.hall.disk_works = true;
        at.hands.play(moves_then);
        if (!armed_in_stall) arm();
        at.hall.run(60);
        CHECK(at.hall.moves("game-1") == mate);
        CHECK(at.hall.moves("game-2") == other_mate);
        CHECK(at.hall.game("game-2").result == chess::Result::white_wins);
        CHECK(record_of(at.hall) == expected);
    }
}

TEST_CASE("a game that was played while the disk stalled is taken for the next one, too") {
    OneTable at;
    at.hands.play(mate);
    at.hall.run(10);
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    at.hands.set_up();
    at.hall.run(40);
    at.hall.disk_works = false;
    at.hands.play(other_mate);
    at.hall.run(20);
    at.hands.lift(12);
    at.hall.disk_works = true;
    at.hands.drop(12);
    at.hall.run(20);
    CHECK(at.hall.moves("game-2") == other_mate);
    auto header = next_header();
    header.tags["Round"] = "3";
    REQUIRE(at.hall.arm(1, "game-3", header).empty());
    at.hall.run(40);
    CHECK(at.hall.inputs("game-3").empty());
}

TEST_CASE("of a disk that stalls in the middle of a game nothing is taken for the next") {
    OneTable at;
    at.hands.play("Nf3 Nf6");
    at.hall.disk_works = false;
    at.hands.play("Ng1 Ng8 f3 e5");
    at.hall.run(10);
    CHECK(at.hall.arm(1, "game-2", next_header()).find("has no result yet") != std::string::npos);
    at.hall.disk_works = true;
    at.hall.run(10);
    at.hands.play("g4 Qh4#");
    at.hall.run(10);
    REQUIRE(at.hall.arm(1, "game-2", next_header()).empty());
    at.hall.run(40);
    CHECK(at.hall.inputs("game-2").empty());
    CHECK(at.hall.moves("game-1") == "Nf3 Nf6 Ng1 Ng8 " + std::string(mate));
}

TEST_CASE_METHOD(OneTable, "moves on a board whose game is over are lost in silence, or a touch is told") {
    hands.play(mate);
    hall.run(10);
    hands.set_up();
    hall.run(40);
    hands.lift(12);
    hands.drop(12); // adjusted
    hall.run(200);
    CHECK(hall.noted(moved_unarmed) == 0);
    hands.play("e4");
    CHECK(hall.noted(moved_unarmed) == 0);
    hall.run(100);
    CHECK(hall.noted(moved_unarmed) == 1);
    CHECK(hall.view(0).notice.starts_with("pieces are moved"));
    hands.play("e5 Nf3");
    hall.run(100);
    CHECK(hall.noted(moved_unarmed) == 1);
    hall.kill();
    hall.run(100);
    CHECK(hall.noted(moved_unarmed) == 2); // still unarmed
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    hall.run(5);
    CHECK(hall.view(0).notice.empty());
    CHECK(hall.answers.back().text ==
          "game game-2 is armed, and begins with what was played since its start position stood");
    hall.run(40);
    CHECK(hall.moves("game-2") == "e4 e5 Nf3");
    CHECK(hall.moves("game-1") == mate);
}

TEST_CASE_METHOD(OneTable, "of what was played after a game another part is taken for the next") {
    hands.play(mate);
    hall.run(10);
    hands.set_up();
    hall.run(40);
    SECTION("the start position that knights bring about again is that of the same game") {
        hands.play("Nf3 Nf6 Ng1 Ng8 e4");
        REQUIRE(hall.arm(1, "game-2", next_header()).empty());
        hall.run(40);
        CHECK(hall.moves("game-2") == "Nf3 Nf6 Ng1 Ng8 e4");
    }
    SECTION("the game that was set up last is meant") {
        hands.play("e4 e5 Nf3 Nc6 Bc4");
        hall.run(40);
        hands.set_up();
        hall.run(40);
        hands.play("d4 d5");
        REQUIRE(hall.arm(1, "game-2", next_header()).empty());
        hall.run(40);
        CHECK(hall.moves("game-2") == "d4 d5");
    }
    SECTION("where the start position stands now, that game begins now") {
        hands.play("e4 e5 Nf3 Nc6 Bc4");
        hall.run(40);
        hands.set_up();
        hall.run(40);
        REQUIRE(hall.arm(1, "game-2", next_header()).empty());
        hall.run(40);
        CHECK(hall.moves("game-2").empty());
        CHECK(hall.answers.back().text.ends_with("begins when its start position stands"));
    }
    SECTION("another start position than was played from has not been played") {
        hands.play("e4 e5");
        auto header = next_header();
        header.start_fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        REQUIRE(hall.arm(1, "game-2", header).empty());
        hall.run(40);
        CHECK(hall.inputs("game-2").empty());
    }
    SECTION("of another start of the board nothing is known of before") {
        hands.play("e4 e5");
        hall.unplug(0);
        tests::ScriptedBoard again(2, 0, 0xA1);
        again.place(hands.squares());
        hall.plug(0, again);
        hall.run(20);
        REQUIRE(hall.arm(1, "game-2", next_header()).empty());
        hall.run(40);
        CHECK(hall.inputs("game-2").empty());
    }
    CHECK(hall.moves("game-1") == mate);
}

TEST_CASE_METHOD(OneTable,
                 "squares that do not stand as the game begins are told at the first press, or never") {
    constexpr const char* told = "board 1: before the first press e2 is empty and e4 has a piece: ";
    hall.run(10);
    hands.lift(12);
    hands.drop(28);
    hall.run(100); // 5 s
    CHECK(hall.noted("before the first press") == 0);
    hall.run(140);
    CHECK(hall.noted(told) == 1);
    CHECK(hall.view(0).notice.starts_with("before the first press e2 is empty and e4 has a piece"));
    CHECK(hall.view(0).incidents.empty());
    hall.run(400);
    CHECK(hall.noted("before the first press") == 1);
    SECTION("put right") {
        hands.lift(28);
        hands.drop(12);
        hall.run(10);
        CHECK(hall.noted("board 1: the squares stand as the game begins") == 1);
        hands.play("d4 d5");
        hall.run(10);
        CHECK(hall.moves() == "d4 d5");
    }
    SECTION("it was played") {
        hands.press(Side::white);
        hall.run(10);
        CHECK(hall.moves() == "e4");
        CHECK(hall.view(0).incidents.empty());
    }
    CHECK(hall.view(0).notice.empty());
    hall.run(300);
    CHECK(hall.noted("before the first press") == 1);
}

TEST_CASE_METHOD(OneTable, "a board that is being set up, or is empty, is told of as one that stands wrong") {
    hall.run(10);
    hands.step_ms = 4'000;
    hands.set_up(*chess::Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    hall.run(400);
    hands.set_up();
    hall.run(400);
    CHECK(hall.noted("before the first") == 0);
    hands.step_ms = 200;
    hands.play("e4 e5");
    hall.run(400);
    CHECK(hall.noted("before the first") == 0);
}

TEST_CASE("what is played unarmed is kept without bound") {
    round::StandingBoard board;
    umpire::Sight start(record::Sensing::presence);
    start.show(chess::Position::start());
    record::Snapshot shown;
    for (int at = 0; at < 64; ++at)
        shown.squares[static_cast<std::size_t>(at)] = start.at(static_cast<chess::Square>(at));
    board.apply(shown, {});
    round::UnarmedPlay play;
    const auto e2 = *chess::square_from("e2"), e4 = *chess::square_from("e4");
    BoardUs now_us(1'000'000);
    const auto happens = [&](const record::What& what) {
        play.add(board, now_us, what, now_us + 1'000'000);
        board.apply(what, now_us += 1'000'000);
    };
    const auto begun = [&] { return play.begun_from(chess::Position::start()); };
    happens(record::Lift{e2, {}});
    happens(record::Drop{e4, {}});
    REQUIRE(begun());
    CHECK(begun()->inputs.size() == 2);
    CHECK(begun()->begin_us == BoardUs(1'000'000));
    for (std::size_t n = 2; n < round::UnarmedPlay::most_inputs; ++n) happens(record::Press{Side::white});
    CHECK(play.inputs() == round::UnarmedPlay::most_inputs);
    CHECK(begun());
    happens(record::Press{Side::white});
    CHECK(play.inputs() == 1);
    CHECK_FALSE(begun());
}

TEST_CASE_METHOD(OneTable, "an armed game waits in silence for a start position that nobody sees is wrong") {
    hands.play("e4 e5");
    hall.run(10);
    REQUIRE(hall.say(1, record::SetResult{chess::Result::draw}).empty());
    hall.run(10);
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    hands.set_up();
    hands.lift(8);
    hands.drop(16); // a pawn on a3
    hall.run(150);
    CHECK(hall.view(0).notice.empty());
    hall.run(80);
    CHECK(hall.view(0).notice.starts_with("the armed game has not begun: a2 is empty"));
    hall.kill();
    hall.run(240);
    CHECK(hall.view(0).notice.starts_with("the armed game has not begun: a2 is empty"));
    hands.lift(16);
    hands.drop(8);
    hall.run(10);
    CHECK(hall.view(0).notice.empty());
    hands.play("d4");
    hall.run(10);
    CHECK(hall.moves("game-2") == "d4");
}

TEST_CASE_METHOD(
    OneTable, "what is said as soon as a game is armed that stands or was played is said of the one before") {
    hands.play(mate);
    hall.run(10);
    hands.set_up();
    hall.run(40);
    const bool was_played = GENERATE(false, true);
    if (was_played) hands.play("e4 e5 Nf3");
    hall.disk_works = false;
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    REQUIRE(hall.say(1, record::Resign{Side::black}).empty());
    hall.disk_works = true;
    hall.run(40);
    CHECK(hall.moves("game-1") == mate);
    CHECK(hall.game("game-1").result == chess::Result::black_wins);
    CHECK(hall.moves("game-2") == (was_played ? "e4 e5 Nf3" : ""));
    CHECK(hall.game("game-2").result == chess::Result::white_wins);
}

TEST_CASE_METHOD(OneTable, "a game that was begun unarmed, with the board's cable out or the daemon down, is "
                           "not taken for the next") {
    hands.play(mate);
    hall.run(10);
    const bool daemon_is_down = GENERATE(false, true);
    hall.unplug(0);
    hands.step_ms = 600; // the board's time, as nothing else passes it
    hands.set_up();
    hands.play(moves_first);
    if (daemon_is_down) hall.kill();
    hall.plug(0, board);
    hall.run(100);
    CHECK(hall.noted(moved_unarmed) == 1);
    hands.play(moves_then);
    hall.run(10);
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    hall.run(100);
    CHECK(hall.answers.back().text ==
          "game game-2 is armed, and begins with what was played since its start position stood");
    CHECK(hall.moves("game-1") == mate);
    CHECK(hall.moves("game-2") == other_mate);
}

TEST_CASE_METHOD(
    OneTable,
    "of a game that was begun while nobody saw the board the operator is not told, or wrongly what to do") {
    const std::string moves = GENERATE("e4 e5 Nf3", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3 d6");
    const std::string told = ": set it right, or, if it was begun while its board was away";
    hands.play(mate);
    hall.run(10);
    hall.unplug(0);
    hall.run(200);
    tests::ScriptedBoard kept(2, 0, 0xA1), again(3, 0, 0xA1); // which has lost what the one before kept
    HandsAtBoard unseen(hall, kept);
    unseen.play(moves);
    again.place(unseen.squares());
    hall.plug(0, again);
    hall.run(60);
    if (GENERATE(false, true)) hall.kill();
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    hall.run(300);
    REQUIRE(hall.noted(told) == 1);
    CHECK(hall.moves("game-1") == mate);
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(moves)) position.play(move);
    HandsAtBoard other_hands(hall, again, position); // do what it says
    other_hands.set_up();
    hall.run(20);
    REQUIRE(hall.round().say_moves(1, moves, hall.now));
    other_hands.set_up(position);
    hall.run(20);
    other_hands.play(moves == "e4 e5 Nf3" ? "Nc6 Bb5" : "O-O Be7");
    hall.run(20);
    CHECK(hall.moves("game-2") == moves + (moves == "e4 e5 Nf3" ? " Nc6 Bb5" : " O-O Be7"));
    CHECK(hall.view(0).incidents.empty());
    CHECK(hall.moves("game-1") == mate);
    CHECK(hall.noted("the armed game has not begun") == 1);
}

TEST_CASE_METHOD(OneTable,
                 "a board that was away between two games, and on which nothing was moved, is told of") {
    hands.play(mate);
    hall.run(10);
    hall.unplug(0);
    hall.run(200);
    tests::ScriptedBoard again(2, 0, 0xA1);
    again.place(hands.squares());
    hall.plug(0, again);
    hall.run(60);
    REQUIRE(hall.arm(1, "game-2", next_header()).empty());
    hall.run(300);
    CHECK(hall.noted("if it was begun while its board was away") == 0);
}
