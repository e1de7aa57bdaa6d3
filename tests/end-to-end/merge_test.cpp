// Two daemons of one round, of which one gives the games of both.

#include "board_on_call.hpp"
#include "daemon/adoubed/kept_rounds.hpp"
#include "tests/says.hpp"

#include <csignal>
#include <fstream>
#include <thread>

using namespace adoube;
using tests::BoardOnCall;
using tests::Hall;

namespace {

constexpr std::chrono::seconds gather_twice{5}; // another round is read every two seconds

} // namespace

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

    // Also when it starts again meanwhile, however it ended.
    const auto start_again = [&](int signal) {
        daemon->signal(signal);
        daemon->wait();
        daemon = near.started_daemon();
    };
    for (const int signal : {SIGKILL, SIGTERM}) {
        start_again(signal);
        CHECK(has("2. Nf3"));
    }
    const auto kept = adoubed::kept_round_file(near.journal(), 0);
    const auto good = tests::text_of(kept);
    std::ofstream(kept, std::ios::app) << "[GameId \"E-r1-b3\"]\n\n*\n";
    start_again(SIGTERM);
    CHECK_FALSE(has("E-r1-b2"));
    CHECK_FALSE(has("E-r1-b3"));
    CHECK(daemon->wait_for_output(kept.filename().string() + " is damaged: "));
    std::ofstream(kept) << good;
    start_again(SIGTERM);
    CHECK(has("2. Nf3"));
    auto config = tests::text_of(near.config());
    const std::string event = "[event]\n";
    std::ofstream(near.config()) << config.insert(config.find(event) + event.size(), "round = \"2\"\n");
    start_again(SIGTERM);
    CHECK_FALSE(has("E-r1-b2"));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE(
    "a daemon that merges another's round shows a game of it before that does, or loses it with its round") {
    Hall far({"pty:board-1", "pty:board-2"}, "delay_s = 3600\n");
    auto other = far.started_daemon();
    const auto exits = [&](const std::string& delay) {
        return tests::run_adoube(
            {"exits", "--control", (far.folder / "hall.control").string(), "--delay", delay});
    };
    const auto address = "http://127.0.0.1:" + tests::served_port(*other) + "/round.pgn";
    Hall near({"pty:board-9"}, "merge = [\"" + address + "\"]\n");
    auto daemon = near.started_daemon();
    const auto get = [&](const std::string& path) {
        return tests::http_get(tests::served_port(*daemon), path);
    };
    const auto is_listed = [&] { return get("/games.json").find("E-r1-b2") != std::string::npos; };
    BoardOnCall board(far, "board-2");
    board.play("e4 e5");
    REQUIRE(tests::wait_until([&] {
        const auto control = (far.folder / "hall.control").string();
        return tests::run_adoube({"arbiter", "--control", control, "show", "2"}).output.find("e5") !=
               std::string::npos;
    }));
    std::this_thread::sleep_for(gather_twice);
    // What the other daemon shows at once is who plays.
    for (const auto* path : {"/games.json", "/games/E-r1-b2.json", "/games/E-r1-b2.html", "/round.pgn"}) {
        INFO(path);
        CHECK(get(path).find("e4") == std::string::npos);
    }
    REQUIRE(exits("none").status == 0);
    REQUIRE(tests::wait_until(is_listed));
    REQUIRE(
        tests::wait_until([&] { return get("/games/E-r1-b2.json").find("\"e5\"") != std::string::npos; }));
    CHECK(get("/games/E-r1-b2.html").find("e5") != std::string::npos);
    // The next round takes the board there; this game stays to be read here.
    const auto say = [&](std::vector<std::string> words) {
        words.insert(words.begin(),
                     {"arbiter", "--control", (far.folder / "hall.control").string(), "--board", "2"});
        REQUIRE(tests::run_adoube(words).status == 0);
    };
    say({"result", "1/2-1/2"});
    REQUIRE(
        tests::wait_until([&] { return get("/games/E-r1-b2.json").find("1/2-1/2") != std::string::npos; }));
    say({"arm", "--white", "Ann", "--black", "Ben", "--round", "2"});
    say({"--game", "E-r2-b2", "move", "d4"});
    REQUIRE(tests::wait_until([&] { return get("/games.json").find("E-r2-b2") != std::string::npos; }));
    CHECK(get("/round.pgn").find("E-r1-b2") == std::string::npos);
    CHECK(is_listed());
    CHECK(get("/games/E-r1-b2.json").find("1/2-1/2") != std::string::npos);
    for (auto* one : {&other, &daemon}) {
        (*one)->signal(SIGTERM);
        CHECK((*one)->wait() == 0);
    }
}
