// `adoube arbiter` between the real daemon and virtual boards.

#include "board_on_call.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/says.hpp"

#include <csignal>

using namespace adoube;
using tests::BoardOnCall;
using tests::Hall;

namespace {

tests::Ran arbiter(const Hall& hall, const std::vector<std::string>& words) {
    std::vector<std::string> command{"arbiter", "--control", (hall.folder / "hall.control").string(),
                                     "--board", "1"};
    command.insert(command.end(), words.begin(), words.end());
    return tests::run_adoube(std::move(command));
}

tests::Ran told(const std::string& sentence) { return {0, sentence + "\n"}; }

std::string pgn_of(const Hall& hall, const std::string& id) {
    return tests::text_of(hall.folder / ("pgn/" + id + ".pgn"));
}

bool wait_for(const Hall& hall, const std::string& id, const std::string& part) {
    return tests::wait_until([&] { return pgn_of(hall, id).find(part) != std::string::npos; });
}

} // namespace

TEST_CASE(
    "two games one after another on one board, the daemon killed between them: both PGN files are right") {
    Hall hall({"pty:board-1"});
    auto daemon = hall.started_daemon();
    const auto kill = [&] {
        daemon->signal(SIGKILL);
        daemon->wait();
        std::filesystem::remove_all(hall.folder / "pgn");
        daemon = hall.started_daemon();
    };
    BoardOnCall board(hall, "board-1");
    board.play("f3 e5 g4 Qh4");
    REQUIRE(wait_for(hall, "E-r1-b1", "[Result \"0-1\"]"));
    const bool killed = GENERATE(false, true);
    if (killed) kill();
    const std::vector<std::string> arm{"arm", "--white", "Ben", "--black", "Ann", "--time-control", "180+2"};
    CHECK(arbiter(hall, arm) ==
          told("game E-r1-b1.2 is armed, and begins when its start position stands; time control: 3 minutes "
               "and 2 seconds a move; 5 minutes for 60 moves are blitz by the Laws of 2023, and rate_of_play "
               "is standard"));
    if (killed) kill(); // armed, pieces not set up
    board.set_up();
    board.play("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7");
    REQUIRE(wait_for(hall, "E-r1-b1.2", "[Result \"1-0\"]"));
    if (killed) kill();
    REQUIRE(wait_for(hall, "E-r1-b1.2", "[Result \"1-0\"]"));
    REQUIRE(wait_for(hall, "E-r1-b1", "[Result \"0-1\"]")); // a start does not wait for it
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    const auto first = pgn_of(hall, "E-r1-b1"), second = pgn_of(hall, "E-r1-b1.2");
    CHECK(first.find("[White \"Ann\"]") != std::string::npos);
    CHECK(first.find("1. f3") != std::string::npos);
    CHECK(first.find("Qh4#") != std::string::npos);
    CHECK(second.find("[White \"Ben\"]") != std::string::npos);
    CHECK(second.find("[Black \"Ann\"]") != std::string::npos);
    CHECK(second.find("[TimeControl \"180+2\"]") != std::string::npos);
    CHECK(second.find("[GameId \"E-r1-b1.2\"]") != std::string::npos);
    CHECK(second.find("Qxf7#") != std::string::npos);
    CHECK(second.find("1. e4 {[%clk 0:03:02]} 1... e5") != std::string::npos);
}

TEST_CASE("what an arbiter says is done, kept over a kill, and refused where it means nothing") {
    Hall hall({"pty:board-1"});
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    board.play("e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nc6 bxa8=Q");
    REQUIRE(hall.wait_for_moves(1, "e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nc6 bxa8=Q"));
    CHECK(arbiter(hall, {"promoted", "a8=N"}) == told("promoted: 5. bxa8=N"));
    CHECK(hall.wait_for_moves(1, "e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nc6 bxa8=N"));
    const auto refused = [&](std::vector<std::string> words, const std::string& why) {
        const auto [status, output] = arbiter(hall, std::move(words));
        CHECK(status == 2);
        CHECK(output == "adoube arbiter: " + why + "\n");
    };
    refused({"move", "Qh9"}, "\"Qh9\" is no move in this position");
    refused({"promoted", "b8=Q"}, "no pawn was promoted on b8");
    refused({"result", "2-0"}, "\"2-0\" is no result: write 1-0, 0-1, 1/2-1/2, +/-, -/+, -/- or *");
    refused({"arm"}, "game E-r1-b1 has no result yet: enter it first, then arm the next");
    refused({"arm", "--start", "8/8"},
            "start is no position to play from: " + chess::Position::from_fen("8/8").error());
    // In the daemon's folder the socket need not be named.
    CHECK(tests::run({"/bin/sh", "-c",
                      "cd " + hall.folder.path().string() + " && " + tests::program("adoube") +
                          " arbiter --board 1 time w=60 b=61"}) ==
          told("time: White 0:01:00, Black 0:01:01"));
    CHECK(
        arbiter(hall, {"takeback", "1"}) ==
        told("taken back: 5. bxa8=N; on the board a white pawn must stand on b7 and a black rook must stand "
             "on a8"));
    CHECK(arbiter(hall, {"move", "bxc8=Q"}) == told("5. bxc8=Q entered")); // already on the board
    CHECK(hall.wait_for_moves(1, "e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nc6 bxc8=Q"));
    CHECK(arbiter(hall, {"offer", "w"}) == told("noted: White offers a draw"));
    CHECK(arbiter(hall, {"result", "-/+"}) == told("result -/+ entered"));
    REQUIRE(wait_for(hall, "E-r1-b1", "[Result \"0-1\"]"));
    refused({"resign", "w"},
            "the game is over: only an arbiter's result, position, move or takeback changes it");
    daemon->signal(SIGKILL); // leaves its socket behind
    daemon->wait();
    CHECK(arbiter(hall, {"pause"}).status == 2);
    daemon = hall.started_daemon();
    // The board may be back or not.
    CHECK(arbiter(hall, {"result", "1/2-1/2"})
              .output.starts_with("result 1/2-1/2 entered, instead of 0-1 (rules infraction)"));
    CHECK(wait_for(hall, "E-r1-b1", "[Result \"1/2-1/2\"]"));
    CHECK(hall.wait_for_moves(1, "e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nc6 bxc8=Q"));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    CHECK(!std::filesystem::exists(hall.folder / "hall.control"));
    std::vector<std::string> said;
    for (const auto& entry : hall.inputs(1))
        if (entry.line.find("arbiter") != std::string::npos) said.push_back(entry.line);
    CHECK(said.size() == 6); // none that was refused
}

TEST_CASE("a game that was begun before anybody armed it is told of, and its PGN has all its moves") {
    Hall hall({"pty:board-1"});
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    board.play("f3 e5 g4 Qh4");
    REQUIRE(wait_for(hall, "E-r1-b1", "[Result \"0-1\"]"));
    board.set_up();
    board.play("e4 e5 Bc4");
    REQUIRE(daemon->wait_for_output("board 1: pieces are moved from the start position though the game is "
                                    "over and no other is armed"));
    if (GENERATE(false, true)) {
        daemon->signal(SIGKILL);
        daemon->wait();
        daemon = hall.started_daemon();
    }
    CHECK(
        arbiter(hall, {"arm", "--white", "Ben", "--black", "Ann"}) ==
        told("game E-r1-b1.2 is armed, and begins with what was played since its start position stood; time "
             "control: 90 minutes and 30 seconds a move"));
    board.play("Nc6 Qh5 Nf6 Qxf7");
    REQUIRE(wait_for(hall, "E-r1-b1.2", "[Result \"1-0\"]"));
    const auto second = pgn_of(hall, "E-r1-b1.2");
    CHECK(second.find("1. e4 ") != std::string::npos);
    CHECK(second.find("Qxf7#") != std::string::npos);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE("an arbiter watches on the daemon's own computer without a token, also over a restart") {
    Hall hall({"pty:board-1"});
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    tests::Process watch(
        {tests::program("adoube"), "arbiter", "--control", (hall.folder / "hall.control").string(), "watch"},
        hall.folder / "watch.log");
    board.play("e4 e5");
    board.happen(record::Press{chess::Side::white});
    REQUIRE(watch.wait_for_output("board 1: incident 1, move 2, Article 7.5.3: "));
    REQUIRE(watch.wait_for_output("board 1: proposal 1, move 2, Article 7.5.5: "));
    daemon->signal(SIGKILL);
    daemon->wait();
    REQUIRE(watch.wait_for_output("; trying again"));
    daemon = hall.started_daemon();
    CHECK(arbiter(hall, {"claim", "w", "fifty"}).output.find("; proposal 2, move 2, Article 9.5.3: ") !=
          std::string::npos);
    REQUIRE(watch.wait_for_output("board 1: proposal 2, move 2, Article 9.5.3: "));
    const auto told = watch.output();
    CHECK(told.find("incident 1,") == told.rfind("incident 1,"));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE("a board is exchanged in the middle of a game, at the arbiter's word, and the PGN is whole") {
    Hall hall({"pty:board-1"});
    auto daemon = hall.started_daemon();
    {
        BoardOnCall faulty(hall, "board-1");
        faulty.play("e4 e5 Nf3");
        REQUIRE(hall.wait_for_moves(1, "e4 e5 Nf3"));
    }
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of("e4 e5 Nf3")) position.play(move);
    BoardOnCall other(hall, "board-2", "2");
    CHECK(arbiter(hall, {"exchange", "pty:" + hall.pty("board-2")}) ==
          told("its board is looked for on port pty:" + hall.pty("board-2") + " from now on"));
    CHECK(daemon->wait_for_output("0000000000000002 is on port pty:" + hall.pty("board-2")));
    other.set_up(position);
    other.play("Nc6 Bb5 a6");
    CHECK(hall.wait_for_moves(1, "e4 e5 Nf3 Nc6 Bb5 a6"));
    CHECK(arbiter(hall, {"exchange", "COM1"}).status == 2);
}

TEST_CASE(
    "boards changed places in mid-game, and a game does not stay with its table, or not over a restart") {
    Hall hall({"pty:board-1", "pty:board-2"});
    auto daemon = hall.started_daemon();
    BoardOnCall first(hall, "board-1"), second(hall, "board-2", "2");
    first.play("e4 e5 Nf3");
    second.play("d4 d5");
    REQUIRE(hall.wait_for_moves(1, "e4 e5 Nf3"));
    REQUIRE(hall.wait_for_moves(2, "d4 d5"));
    const auto port_1 = "pty:" + hall.pty("board-1"), port_2 = "pty:" + hall.pty("board-2");
    const auto sentence =
        "boards 1 and 2 have changed ports: 1 is on " + port_2 + " from now on, 2 on " + port_1;
    CHECK(arbiter(hall, {"exchange", port_2}) == told(sentence));
    CHECK(daemon->wait_for_output(sentence));
    REQUIRE(daemon->wait_for_output("board 1: 0000000000000002 is on port " + port_2));
    REQUIRE(daemon->wait_for_output("board 2: 0000000000000001 is on port " + port_1));
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of("e4 e5 Nf3")) position.play(move);
    second.set_up(position);
    position = chess::Position::start();
    for (const auto move : tests::moves_of("d4 d5")) position.play(move);
    first.set_up(position);
    second.play("Nc6 Bb5");
    first.play("c4 e6");
    REQUIRE(hall.wait_for_moves(1, "e4 e5 Nf3 Nc6 Bb5"));
    REQUIRE(hall.wait_for_moves(2, "d4 d5 c4 e6"));
    daemon->signal(SIGKILL);
    daemon->wait();
    daemon = hall.started_daemon();
    second.play("a6");
    first.play("Nc3");
    CHECK(hall.wait_for_moves(1, "e4 e5 Nf3 Nc6 Bb5 a6"));
    CHECK(hall.wait_for_moves(2, "d4 d5 c4 e6 Nc3"));
}

TEST_CASE(
    "boards changed places, the daemon died before they told anything, and each goes back to its old game") {
    Hall hall({"pty:board-1", "pty:board-2"});
    auto daemon = hall.started_daemon();
    const auto port_1 = "pty:" + hall.pty("board-1"), port_2 = "pty:" + hall.pty("board-2");
    BoardOnCall first(hall, "board-1"), second(hall, "board-2", "2");
    first.play("e4 e5 Nf3");
    second.play("d4 d5");
    REQUIRE(hall.wait_for_moves(1, "e4 e5 Nf3"));
    REQUIRE(hall.wait_for_moves(2, "d4 d5"));
    CHECK(arbiter(hall, {"exchange", port_2}).status == 0);
    daemon->signal(SIGKILL);
    daemon->wait();
    daemon = hall.started_daemon(); // with the configuration as it was
    CHECK(daemon->wait_for_output("board 1 is on port " + port_2 + ", as was last said"));
    REQUIRE(daemon->wait_for_output("board 1: 0000000000000002 is on port " + port_2));
    REQUIRE(daemon->wait_for_output("board 2: 0000000000000001 is on port " + port_1));
    const auto after = [](const std::string& moves) {
        auto position = chess::Position::start();
        for (const auto move : tests::moves_of(moves)) position.play(move);
        return position;
    };
    second.set_up(after("e4 e5 Nf3"));
    first.set_up(after("d4 d5"));
    second.play("Nc6");
    first.play("c4");
    CHECK(hall.wait_for_moves(1, "e4 e5 Nf3 Nc6"));
    CHECK(hall.wait_for_moves(2, "d4 d5 c4"));
}

TEST_CASE("the help of an arbiter's verb leaves out what the verb takes") {
    const std::pair<const char*, const char*> takes[] = {
        {"exchange", "PORT"}, {"result", "RESULT"}, {"takeback", "[N]"}, {"pause", ""}, {"move", "SAN"}};
    for (const auto& [verb, words] : takes) {
        const auto help = tests::run_adoube({"arbiter", verb, "--help"});
        CHECK(help.status == 0);
        const std::string more = *words == '\0' ? "" : std::string(" ") + words;
        tests::says(help.output, "Usage: adoube arbiter " + std::string(verb) + " [OPTIONS]" + more + "\n");
    }
}
