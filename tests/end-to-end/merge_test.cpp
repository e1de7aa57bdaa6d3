// Two daemons of one round, of which one gives the games of both.

#include "board_on_call.hpp"
#include "tests/says.hpp"

#include <csignal>

using namespace adoube;
using tests::BoardOnCall;
using tests::Hall;

TEST_CASE("a daemon that merges another's round lacks its games, or loses them when that goes away") {
    Hall far({"pty:board-1", "pty:board-2"});
    auto other = far.started_daemon();
    BoardOnCall board(far, "board-2");
    board.play("e4 e5");
    REQUIRE(far.wait_for_moves(2, "e4 e5"));
    const auto address = "http://127.0.0.1:" + tests::served_port(*other) + "/round.pgn";
    Hall near({"pty:board-9"}, "merge = [\"" + address + "\"]\n");
    auto daemon = near.started_daemon();
    const auto round = [&] { return tests::http_get(tests::served_port(*daemon), "/round.pgn"); };
    const auto has = [&](const char* part) { return round().find(part) != std::string::npos; };
    // The first board of both is E-r1-b1: ours is given.
    REQUIRE(tests::wait_until([&] { return has("E-r1-b2") && has("1... e5"); }));
    CHECK(round().find("E-r1-b1") == round().rfind("E-r1-b1"));
    board.play("Nf3");
    REQUIRE(tests::wait_until([&] { return has("2. Nf3"); }));
    other->signal(SIGKILL);
    other->wait();
    REQUIRE(daemon->wait_for_output("cannot be read: "));
    CHECK(has("2. Nf3"));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}
