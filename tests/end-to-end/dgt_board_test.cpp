// A game on another maker's board, as `adoube simulate --as` plays it.

#include "board_on_call.hpp"
#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/text_of.hpp"
#include "tests/wait_until.hpp"

#include <csignal>
#include <fstream>

using namespace adoube;
using tests::Hall;

namespace {

struct DgtOnPty {
    Hall hall{{}};
    std::unique_ptr<tests::Process> board;

    DgtOnPty() {
        const auto game = hall.folder / "game.pgn";
        std::ofstream(game) << "[TimeControl \"5400+30\"]\n\n1. e4 e5 *\n";
        board = std::make_unique<tests::Process>(
            std::vector<std::string>{tests::program("adoube"), "simulate", game.string(), "--as", "dgt",
                                     "--style", "clean", "--speed", "1", "--id", "8999", "--pty",
                                     hall.pty("board")},
            hall.folder / "board-log");
        REQUIRE(board->wait_for_output("\n"));
    }
    std::unique_ptr<tests::Process> run(const std::string& verb) {
        std::vector<std::string> words{tests::program("adoube"), "board", verb,
                                       "dgt:pty:" + hall.pty("board")};
        return std::make_unique<tests::Process>(std::move(words), hall.folder / "out");
    }
};

} // namespace

TEST_CASE("a DGT board does not tell who it is, what stands on it and what its clock shows") {
    DgtOnPty talk;
    const auto info = talk.run("info");
    CHECK(info->wait() == std::optional(0));
    const auto told = info->output();
    CAPTURE(told);
    for (const auto* line :
         {"serial number 08999", "maker      Adoube: a virtual board\n", "version    1.8\n",
          "senses     identity\n",
          "squares    rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR\n",
          "its clock  1:30:30 on the left, 1:30:30 on the right, stopped\n"})
        CHECK(told.find(line) != std::string::npos);
}

TEST_CASE("a simulated DGT board has no clock for a game without a time control, and nobody learns why") {
    Hall hall({"-"});
    for (const auto* tags : {"", "[TimeControl \"-\"]\n\n", "[TimeControl \"5400+30\"]\n\n"}) {
        CAPTURE(tags);
        std::ofstream(hall.folder / "game.pgn") << tags << "1. e4 e5 *\n";
        tests::Process board({tests::program("adoube"), "simulate", (hall.folder / "game.pgn").string(),
                              "--as", "dgt", "--pty", hall.pty("board")},
                             hall.folder / ("log" + std::to_string(std::string(tags).size())));
        REQUIRE(board.wait_for_output("/dev/"));
        const bool told =
            board.output().find("no clock is at the board, as the game has no tag TimeControl") !=
            std::string::npos;
        CHECK(told != std::string(tags).contains("5400"));
    }
}

TEST_CASE("what happens on a DGT board is not seen as it comes") {
    DgtOnPty talk;
    const auto monitor = talk.run("monitor");
    CHECK(monitor->wait_for_output("drop e5  Black pawn"));
    monitor->signal(SIGINT);
    CHECK(monitor->wait() == std::optional(0));
    const auto told = monitor->output();
    CAPTURE(told);
    CHECK(told.find("stands on the board: 32 pieces") < told.find("lift e2  White pawn"));
    CHECK(told.find("lift e2  White pawn") < told.find("drop e4  White pawn"));
    CHECK(told.find("clock: left 1:30:") != std::string::npos);
    CHECK(told.find("press White") != std::string::npos);
}

TEST_CASE("a DGT board cannot be checked before the round, or its clock's lever is asked for") {
    DgtOnPty talk;
    const auto check = talk.run("check");
    CHECK(check->wait_for_output("e4 answered while a1 was asked for"));
    check->signal(SIGINT);
    CHECK(check->wait().value_or(-100) == 1);
    CHECK(check->output().ends_with("not tested: 64 squares\n"));
}

TEST_CASE("a game on a DGT board with its clock does not come out as it was played") {
    const std::string moves = "e4 e5 Nf3 Nc6 Bb5 a6";
    Hall hall({"dgt:pty:board-1"});
    std::ofstream(hall.folder / "game.pgn") << "[TimeControl \"5400+30\"]\n\n"
                                            << "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
    auto daemon = hall.started_daemon();
    tests::Process board({tests::program("adoube"), "simulate", (hall.folder / "game.pgn").string(), "--as",
                          "dgt", "--style", "clean", "--speed", "2", "--pty", hall.pty("board-1")},
                         hall.folder / "board-log");
    REQUIRE(hall.wait_for_moves(1, moves));
    CHECK(hall.read_pgn(1).find("%clk 1:3") != std::string::npos);
    board.signal(SIGTERM);
    CHECK(board.wait() == std::optional(0));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == std::optional(0));
    const auto inputs = hall.inputs(1);
    const auto presses =
        std::ranges::count_if(inputs, [](const auto& each) { return each.line.contains("\"press\""); });
    CHECK(presses >= 6); // the start of White's clock is one where White thinks before the first move
}

namespace {

/// Three games at once, on boards 01025 to 01027 at one port.
std::unique_ptr<tests::Process> bus_of_boards(Hall& hall) {
    std::ofstream(hall.folder / "games.pgn")
        << "[TimeControl \"5400+30\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"
        << "[TimeControl \"5400+30\"]\n\n1. d4 d5 2. c4 dxc4 3. e3 b5 *\n\n"
        << "[TimeControl \"5400+30\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n";
    auto boards = std::make_unique<tests::Process>(
        std::vector<std::string>{tests::program("adoube"), "simulate", (hall.folder / "games.pgn").string(),
                                 "--as", "dgt-bus", "--style", "clean", "--id", "1025", "--speed", "1",
                                 "--pty", hall.pty("bus")},
        hall.folder / "boards-log");
    REQUIRE(boards->wait_for_output("\n"));
    return boards;
}

} // namespace

TEST_CASE("a DGT board on a bus is not found") {
    Hall hall({});
    const auto boards = bus_of_boards(hall);
    tests::Process search({tests::program("adoube"), "board", "bus", "dgt:pty:" + hall.pty("bus")},
                          hall.folder / "search");
    REQUIRE(search.wait() == std::optional(0));
    for (const auto* number : {"#01025\n", "#01026\n", "#01027\n"})
        CHECK(search.output().contains("dgt:pty:" + hall.pty("bus") + number));
}

TEST_CASE("games on DGT boards that share one port do not come out as they were played") {
    Hall hall({"dgt:pty:bus#01025", "dgt:pty:bus#01026", "dgt:pty:bus#01027"});
    const auto boards = bus_of_boards(hall);
    auto daemon = hall.started_daemon();
    CHECK(hall.wait_for_moves(1, "e4 e5 Nf3 Nc6 Bb5 a6"));
    CHECK(hall.wait_for_moves(2, "d4 d5 c4 dxc4 e3 b5"));
    CHECK(hall.wait_for_moves(3, "e4 d5 exd5 Qxd5"));
    CHECK(hall.read_pgn(3).find("%clk 1:3") != std::string::npos);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == std::optional(0));
}

namespace {

std::unique_ptr<tests::Process> dgt_board(Hall& hall, const std::string& name, const char* serial,
                                          const std::string& moves) {
    const auto file = hall.folder / (name + serial + ".pgn");
    std::ofstream(file) << "[TimeControl \"5400+30\"]\n\n" << moves << " *\n";
    auto board = std::make_unique<tests::Process>(
        std::vector<std::string>{tests::program("adoube"), "simulate", file.string(), "--as", "dgt",
                                 "--style", "clean", "--speed", "4", "--id", serial, "--pty", hall.pty(name)},
        hall.folder / (name + serial + "-log"));
    REQUIRE(board->wait_for_output("\n"));
    return board;
}

} // namespace

TEST_CASE(
    "boards that have changed tables overnight show each other's games, or one that never answers stops "
    "the next round") {
    Hall hall({"dgt:pty:a", "dgt:pty:b", "pty:c", "pty:d", "pty:never"});
    auto daemon = hall.started_daemon();
    const auto control = (hall.folder / "hall.control").string();
    const auto run = [&](std::vector<std::string> words) {
        words.insert(words.begin() + (words[0] == "round" ? 2 : 1), {"--control", control});
        return tests::run_adoube(std::move(words));
    };
    {
        const auto first = dgt_board(hall, "a", "8991", "1. e4 e5"),
                   second = dgt_board(hall, "b", "8992", "1. d4 d5");
        tests::BoardOnCall third(hall, "c", "1"), fourth(hall, "d", "2");
        third.play("c4 e5");
        fourth.play("Nf3 d5");
        for (const auto& [board, moves] : {std::pair(1, "e4 e5"), {2, "d4 d5"}, {3, "c4 e5"}, {4, "Nf3 d5"}})
            REQUIRE(hall.wait_for_moves(board, moves));
        hall.kill_board(*first, "a");
        hall.kill_board(*second, "b");
        hall.kill_board(third.process(), "c");
        hall.kill_board(fourth.process(), "d");
    }
    const auto before = run({"arbiter", "show", "5"});
    CHECK(before.output.contains("what was touched is not shown: nothing is recorded of this game yet"));
    for (const auto* board : {"1", "2", "3", "4"})
        CHECK(run({"arbiter", "--board", board, "result", "1/2-1/2"}).status == 0);
    CHECK(run({"arbiter", "--board", "5", "result", "+/-"}) ==
          tests::Ran{0, "result +/- entered; game E-r1-b5 begins with it\n"});
    std::ofstream(hall.folder / "round.csv") << "board;white;black\n1;Adams;Baker\n2;Cole;Dunn\n"
                                                "3;Eder;Fox\n4;Gale;Hill\n5;Iles;Jay\n";
    const auto armed =
        run({"round", "import", (hall.folder / "round.csv").string(), "--round", "2", "--arm"});
    CAPTURE(armed.output);
    REQUIRE(armed.status == 0);
    const auto open = run({"round", "results", "--round", "2"});
    for (int board = 1; board <= 5; ++board)
        CHECK(open.output.contains(", board " + std::to_string(board) + "\n"));
    const auto first = dgt_board(hall, "a", "8992", "1. c4 c5"),
               second = dgt_board(hall, "b", "8991", "1. Nc3 Nc6");
    tests::BoardOnCall third(hall, "c", "2"), fourth(hall, "d", "1");
    third.play("b3 b6");
    fourth.play("g3 g6");
    const auto moves = [&](int board) {
        const auto pgn = tests::text_of(hall.folder / ("pgn/E-r2-b" + std::to_string(board) + ".pgn"));
        return pgn.substr(std::min(pgn.size(), pgn.find("\n\n")));
    };
    for (const auto& [board, move] : {std::pair(1, "c5"), {2, "Nc6"}, {3, "b6"}, {4, "g6"}})
        CHECK(tests::wait_until([&] { return moves(board).contains(move); }));
    CHECK(run({"arbiter", "--board", "5", "result", "-/+"}).status != 0); // of which round?
    CHECK(run({"arbiter", "--board", "5", "--game", "E-r2-b5", "result", "-/+"}) ==
          tests::Ran{0, "result -/+ entered; game E-r2-b5 begins with it\n"});
    const auto results = run({"round", "results", "--round", "1"});
    CHECK(results.output.contains("+/-"));
    CHECK(!results.output.contains("-/+"));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}
