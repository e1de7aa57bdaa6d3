// A round from its start to its close by command, over a kill of the daemon, and what others are told of it.

#include "board_on_call.hpp"
#include "daemon/boost/parse_json.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"

#include <boost/json.hpp>

#include <csignal>
#include <fstream>

using namespace adoube;
using tests::BoardOnCall;
using tests::Hall;
using tests::says;

namespace {

/// One table with a board, one without.
struct TwoTables {
    TwoTables() { start(); }
    void start() { daemon = hall.started_daemon(); }
    void kill() {
        daemon->signal(SIGKILL);
        daemon->wait();
    }
    tests::Ran round(std::vector<std::string> words) const {
        words.insert(words.begin(), "round");
        words.insert(words.end(), {"--control", (hall.folder / "hall.control").string()});
        return tests::run_adoube(words);
    }
    tests::Ran arbiter(std::vector<std::string> words) const {
        words.insert(words.begin(), {"arbiter", "--control", (hall.folder / "hall.control").string()});
        return tests::run_adoube(words);
    }
    /// What everybody is told.
    std::string shown() const {
        const auto port = tests::served_port(*daemon);
        return tests::http_get(port, "/round.pgn") + tests::http_get(port, "/games.json");
    }
    std::string report() const {
        return tests::run_adoube(
                   {"round", "report", "--journal", hall.journal().string(), "--time-zone", "+00:00"})
            .output;
    }

    Hall hall{std::vector<std::string>{"pty:board-1", ""}};
    std::unique_ptr<tests::Process> daemon;
};

boost::json::object json_of(const tests::Ran& ran) {
    const auto value = parse_json(ran.output.substr(0, ran.output.find('\n')));
    INFO(ran.output);
    REQUIRE(value);
    return value->as_object();
}

} // namespace

TEST_CASE_METHOD(TwoTables,
                 "a round is started and closed without what speaks against it, is open after a kill, or "
                 "changes what the public sees") {
    says(round({"start", "1", "--json"}).output, R"("doubts":["table 1: its board is not connected)");
    says(round({"reopen", "1"}).output, "round 1 is not closed");
    CHECK(round({"unstart", "1"}).output == "round 1 is open again\n");
    says(round({"unstart", "1"}).output, "round 1 was neither started nor closed");
    BoardOnCall board(hall, "board-1");
    REQUIRE(tests::wait_until([&] { return round({"start", "1"}).status == 0; })); // nothing to ask
    says(round({"start", "1"}).output, "round 1 was started already");
    says(round({"start", "7"}).output, "no table has a game of round 7");
    says(round({"close", "7"}).output, "no game of round 7 is armed or played");
    CHECK(round({"start", "0"}).status != 0);

    board.play("f3 e5 g4 Qh4");
    REQUIRE(tests::wait_until([&] { return hall.moves(1) == "f3 e5 g4 Qh4#"; }));
    REQUIRE(tests::wait_until([&] { return round({"results"}).output.find("0-1") != std::string::npos; }));
    const auto unsure = round({"close", "1"}); // standard input is empty: no
    CHECK(unsure.status == 2);
    says(unsure.output, "board 1, Ann - Ben 0-1: no arbiter has confirmed it (8.7)");
    says(unsure.output, "board 2, Ann - Ben: it has no result");
    says(unsure.output, "Close round 1 all the same? [y/N]");
    says(unsure.output, "the round stays as it was");
    REQUIRE(arbiter({"--board", "2", "result", "1/2-1/2"}).status == 0);
    REQUIRE(arbiter({"--board", "1", "result", "0-1"}).status == 0);
    REQUIRE(tests::wait_until([&] { return shown().find("1/2-1/2") != std::string::npos; }));
    const auto before = shown();
    const auto closed = json_of(round({"close", "1", "--json"}));
    CHECK(closed.at("answer") == "round 1 is closed: its files are final, and the next round can be armed");
    CHECK(closed.at("doubts").as_array().empty());
    CHECK(shown() == before);

    kill();
    start();
    says(round({"close", "1", "--yes"}).output, "round 1 is closed: open it again first");
    CHECK(tests::wait_until([&] { return shown() == before; }));
    says(round({"unstart", "1"}).output, "round 1 is closed: open it again first");
    CHECK(round({"reopen", "1"}).status == 0);
    const auto page = report();
    for (const auto* done : {"Round 1: the round was started, ", "Round 1: the round was closed, ",
                             "Round 1: the last of these was undone, "})
        says(page, done);

    kill();
    std::ofstream(hall.folder / "hall.journal-rounds") << "{}\n";
    says(report(), "Not in this report: when rounds were started and closed: ");
    start();
    says(daemon->output(), "and is kept as hall.journal-rounds.unread-1; a new one is begun");
    CHECK(round({"start", "1"}).output == "round 1 is started\n");
}

TEST_CASE_METHOD(TwoTables,
                 "the clock times that were noted are lost with the daemon, or told otherwise than noted") {
    const auto none = round({"clock-times"});
    CHECK(none.status == 1);
    says(none.output, "nothing is noted yet");
    CHECK(json_of(round({"clock-times", "--json"})).at("lists").as_array().empty());
    kill();
    std::ofstream(hall.folder / "hall.journal-clock-times")
        << R"({"event":"E","round":"1","half_hours":1,"at":1763652600000,"time":"2025-11-20 15:30:00",)"
           R"("games":[{"board":1,"record":"E-r1-b1","white":"Ann\u001b[2J","black":"Ben","w":3723000,"b":60000,)"
           R"("running":"w","to_move":"w","plies":1,"connected":false},{"board":2,"record":"E-r1-b2",)"
           R"("white":"Ann","black":"","w":null,"b":null,"running":null,"to_move":"b","plies":0,"connected":true}]})"
           "\n";
    start();
    CHECK(round({"clock-times"}).output ==
          "round 1 at 2025-11-20 15:30:00, after 0:30 h\n"
          "board 1, Ann\\u{1b}[2J - Ben: White 1:02:03 (runs), Black 0:01:00; White to move, 1 ply; not "
          "connected "
          "then\n"
          "board 2, Ann - ?: White not known, Black not known; Black to move, 0 plies\n");
    const auto told = json_of(round({"clock-times", "--json", "--round", "1"}));
    CHECK(told.at("lists").at(0).at("games").at(0).at("w") == 3'723'000);
    CHECK(round({"clock-times", "--round", "2"}).status == 1);
}
