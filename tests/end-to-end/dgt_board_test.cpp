// A game on another maker's board, as `adoube simulate --as` plays it.

#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <csignal>
#include <fstream>

using namespace adoube;
using tests::Hall;

TEST_CASE("a game on a DGT board with its clock does not come out as it was played") {
    const std::string moves = "e4 e5 Nf3 Nc6 Bb5 a6";
    Hall hall({"dgt:pty:board-1"});
    std::ofstream(hall.folder / "game.pgn") << "[TimeControl \"5400+30\"]\n\n"
                                            << "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
    auto daemon = hall.started_daemon();
    tests::Process board({tests::program("adoube"), "simulate", (hall.folder / "game.pgn").string(), "--as",
                          "dgt", "--style", "clean", "--speed", "2", "--pty", hall.pty("board-1")},
                         hall.folder / "board");
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
