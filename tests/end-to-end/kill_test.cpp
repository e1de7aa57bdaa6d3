#include "board_on_call.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <csignal>

using namespace adoube;
using tests::Hall;
using tests::SimpleHands;

TEST_CASE("a daemon killed at random moments, over and over, has every move once") {
    Hall hall({"pty:board-1"});
    const auto sent = SimpleHands().play(tests::moves_of(tests::short_game));
    tests::BoardOnCall board(hall, "board-1");
    const auto kills = tests::kill_while_played(
        hall, board, sent,
        {.most_touches = 4, .shortest_ms = 0, .more_ms = 200, .seed = tests::seed(20261120)});
    INFO(kills << " kills");
    CHECK(kills > 20);
    CHECK(board.process().wait() == 0); // all was acknowledged
    tests::check_events(hall.inputs(1), sent);
    auto daemon = hall.started_daemon();
    CHECK(hall.wait_for_moves(1, tests::short_game));
    CHECK(hall.read_pgn(1).find("1-0") != std::string::npos);
}

TEST_CASE("a daemon killed right after a board played at full speed has it all") {
    for (int round = 0; round < 5; ++round) {
        Hall hall({"pty:board-1"});
        const auto pty = hall.pty("board-1");
        const auto sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
        auto board = hall.start_board("1", tests::sensor_log(sent), {"--pty", pty, "--speed", "0", "--wait"});
        auto daemon = hall.start_daemon();
        CHECK(board->wait() == 0);
        daemon->signal(SIGKILL); // not one event later
        daemon->wait();
        tests::check_events(hall.inputs(1), sent);
    }
}

TEST_CASE("a board killed in the middle and switched on again goes on with its game") {
    Hall hall({"pty:board-1"});
    const auto pty = hall.pty("board-1");
    auto daemon = hall.started_daemon();
    const std::string first = "e4 e5 Nf3 Nc6", second = "Bb5 a6 Ba4 Nf6";
    auto board = hall.start_board("1", tests::sensor_log(SimpleHands().play(tests::moves_of(first))),
                                  {"--pty", pty, "--speed", "4", "--stay"});
    REQUIRE(hall.wait_for_moves(1, first));
    hall.kill_board(*board, "board-1");
    REQUIRE(daemon->wait_for_output("the other end is gone"));
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(first)) position.play(move);
    const auto rest =
        SimpleHands(500, record::Sensing::presence, position).play(tests::moves_of(second, position));
    board = hall.start_board("1", tests::sensor_log(rest, position.fen()),
                             {"--pty", pty, "--speed", "4", "--wait"});
    CHECK(hall.wait_for_moves(1, first + " " + second));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    int gaps = 0;
    for (const auto& entry : hall.inputs(1)) gaps += entry.line.find(R"("gap":"power")") != std::string::npos;
    CHECK(gaps == 1);
    daemon = hall.started_daemon(); // the record replays the same
    CHECK(hall.wait_for_moves(1, first + " " + second));
}

TEST_CASE("a daemon asked to end in the middle of a game ends cleanly, and the next goes on") {
    Hall hall({"pty:board-1"});
    const auto sent = SimpleHands().play(tests::moves_of(tests::short_game));
    tests::BoardOnCall board(hall, "board-1");
    auto next = sent.begin();
    for (const int number : {SIGTERM, SIGINT, SIGTERM}) {
        auto daemon = hall.started_daemon();
        const auto before = hall.moves(1);
        for (int n = 0; n < 30; ++n) board.happen((next++)->what);
        REQUIRE(tests::wait_until([&] { return hall.moves(1) != before; }));
        daemon->signal(number);
        CHECK(daemon->wait() == 0);
        CHECK(daemon->output().find("ending") != std::string::npos);
    }
    auto daemon = hall.started_daemon();
    while (next != sent.end()) board.happen((next++)->what);
    board.end();
    CHECK(board.process().wait() == 0);
    CHECK(hall.wait_for_moves(1, tests::short_game));
    daemon->signal(SIGTERM);
    daemon->wait();
    tests::check_events(hall.inputs(1), sent);
}
