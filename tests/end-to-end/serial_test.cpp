// The way through libserialport, which opens no pseudo terminal by itself.

#include "hall.hpp"
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
    const auto sent = SimpleHands().play(tests::moves_of(first));
    auto board =
        hall.start_board("1", tests::sensor_log(sent), {"--pty", name, "--speed", "4", "--wait", "--stay"});
    REQUIRE(board->wait_for_output("pty /dev/"));
    auto daemon = hall.start_daemon({}, {"/usr/bin/env", "LD_PRELOAD=" ADOUBE_MODEM_LINES});
    if (!hall.wait_for_moves(1, first)) FAIL(daemon->output());
    std::this_thread::sleep_for(std::chrono::milliseconds(1500)); // an idle port is no closed one
    CHECK(daemon->output().find("was closed") == std::string::npos);
    board->signal(SIGKILL);
    REQUIRE(daemon->wait_for_output("the other end is gone"));
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of(first)) position.play(move);
    const auto rest =
        SimpleHands(500, umpire::Sensing::presence, position).play(tests::moves_of(second, position));
    board = hall.start_board("1", tests::sensor_log(rest, position.fen()),
                             {"--pty", name, "--speed", "4", "--wait"});
    CHECK(hall.wait_for_moves(1, first + " " + second));
    CHECK(board->wait() == 0);
}
