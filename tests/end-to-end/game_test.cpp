// Whole games, from virtual boards to files and pages.

#include "board_on_call.hpp"
#include "daemon/journal/look.hpp"
#include "tests/catch.hpp"

#include <csignal>

using namespace adoube;
using tests::Hall;
using tests::SimpleHands;

namespace {

std::ptrdiff_t presses(const Hall& hall) {
    const auto game = journal::read_game(hall.journal(), "E-r1-b1");
    return !game ? 0 : std::ranges::count_if(game->inputs, [](const auto& entry) {
        return entry.line.find("\"press\"") != std::string::npos;
    });
}

std::string board_port(const tests::Process& board) {
    const auto output = board.output();
    return output.substr(output.rfind(':') + 1, output.find('\n') - output.rfind(':') - 1);
}

} // namespace

TEST_CASE("games over a pty and over TCP come out as PGN file and page, and stand in the journal") {
    const auto sent = SimpleHands().play(tests::moves_of(tests::short_game));
    const std::string other_game = "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O";
    const auto sent_2 = SimpleHands(300).play(tests::moves_of(other_game));
    // The TCP board first: its port is whatever is free.
    Hall boards({});
    auto two = boards.start_board("2", tests::sensor_log(sent_2),
                                  {"--tcp", "127.0.0.1:0", "--speed", "0", "--wait"});
    REQUIRE(two->wait_for_output("tcp "));
    Hall hall({"pty:board-1", "tcp:127.0.0.1:" + board_port(*two)});
    auto daemon = hall.started_daemon();
    auto one = hall.start_board("1", tests::sensor_log(sent),
                                {"--pty", hall.pty("board-1"), "--speed", "0", "--wait"});
    CHECK(one->wait() == 0);
    CHECK(two->wait() == 0);
    REQUIRE(hall.wait_for_moves(1, tests::short_game));
    REQUIRE(hall.wait_for_moves(2, other_game));

    const auto port = tests::served_port(*daemon);
    CHECK(tests::http_get(port, "/games/E-r1-b1.pgn") == hall.read_pgn(1));
    CHECK(tests::http_get(port, "/round.pgn").find("[Board \"2\"]") != std::string::npos);
    CHECK(tests::http_get(port, "/").find("<html") != std::string::npos);
    const auto pgn = hall.read_pgn(1);
    CHECK(pgn.find("[White \"Ann\"]") != std::string::npos);
    CHECK(pgn.find("[GameId \"E-r1-b1\"]") != std::string::npos);
    CHECK(pgn.find("%clk 1:30:30") != std::string::npos);
    CHECK(pgn.find("1-0") != std::string::npos);

    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    tests::check_events(hall.inputs(1), sent);
    tests::check_events(hall.inputs(2), sent_2);
}

TEST_CASE("the public files and pages are as late as the delay, over a restart too") {
    Hall delayed({"pty:board-1"}, "delay_s = 3600\n");
    auto daemon = delayed.started_daemon();
    tests::BoardOnCall board(delayed, "board-1");
    board.play("e4 e5 Nf3");
    REQUIRE(tests::wait_until([&] { return presses(delayed) == 3; }));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    std::filesystem::remove_all(delayed.folder / "pgn");
    daemon = delayed.started_daemon();
    board.play("Nc6");
    board.end();
    CHECK(board.process().wait() == 0); // all acknowledged, so recorded and decided
    CHECK(tests::http_get(tests::served_port(*daemon), "/round.pgn").find("e4") == std::string::npos);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0); // everything due is written
    CHECK(delayed.read_pgn(1).find("Ann") != std::string::npos);
    CHECK(delayed.moves(1).empty());
    tests::check_events(delayed.inputs(1), SimpleHands().play(tests::moves_of("e4 e5 Nf3 Nc6")));
}
