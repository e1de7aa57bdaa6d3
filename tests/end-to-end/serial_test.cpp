// Through libserialport, which by itself opens no pseudo terminal.

#include "board_on_call.hpp"
#include "tests/catch.hpp"

#include <csignal>
#include <thread>

using namespace adoube;
using tests::Hall;
using tests::SimpleHands;

TEST_CASE("a board on a serial port plays its game, thinks long, is unplugged and plugged in again") {
    Hall hall({"serial:board-1"});
    const auto name = hall.pty("board-1");
    const std::string first = "e4 e5 Nf3 Nc6", second = "Bb5 a6";
    tests::BoardOnCall before(hall, "board-1");
    REQUIRE(before.process().wait_for_output("pty /dev/"));
    auto daemon = hall.start_daemon({}, {"/usr/bin/env", "LD_PRELOAD=" ADOUBE_MODEM_LINES});
    before.play("e4 e5 Nf3");
    if (!hall.wait_for_moves(1, "e4 e5 Nf3")) FAIL(daemon->output());
    std::this_thread::sleep_for(std::chrono::milliseconds(1500)); // Black thinks
    before.play("Nc6");
    REQUIRE(hall.wait_for_moves(1, first));
    CHECK(daemon->output().find("was closed") == std::string::npos); // idle is not closed
    hall.kill_board(before.process(), "board-1");
    REQUIRE(daemon->wait_for_output("the other end is gone"));
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(first)) position.play(move);
    const auto rest =
        SimpleHands(500, record::Sensing::presence, position).play(tests::moves_of(second, position));
    auto board = hall.start_board("1", tests::sensor_log(rest, position.fen()),
                                  {"--pty", name, "--speed", "4", "--wait"});
    CHECK(hall.wait_for_moves(1, first + " " + second));
    CHECK(board->wait() == 0);
}
