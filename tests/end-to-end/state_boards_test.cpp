// Games on boards of makers that tell states alone, as `adoube simulate --as` plays them.

#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <csignal>
#include <fstream>

using namespace adoube;
using tests::Hall;

namespace {

std::string header_of(const Hall& hall) {
    auto journal = journal::Journal::open(hall.journal());
    REQUIRE(journal);
    return journal->reader().games().value().at(0).header;
}

void play_through(const std::string& as, const std::string& maker, const std::string& scan_ms) {
    CAPTURE(as);
    const std::string moves = "e4 d5 exd5 Qxd5 Nc3 Qa5 Nf3 Bg4 Be2 Nc6 O-O O-O-O";
    Hall hall({maker + ":pty:board-1"});
    std::ofstream(hall.folder / "game.pgn")
        << "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nf3 Bg4 5. Be2 Nc6 6. O-O O-O-O *\n";
    auto daemon = hall.started_daemon();
    tests::Process board({tests::program("adoube"), "simulate", (hall.folder / "game.pgn").string(), "--as",
                          as, "--style", "clean", "--speed", "2", "--pty", hall.pty("board-1")},
                         hall.folder / "board");
    CHECK(hall.wait_for_moves(1, moves));
    board.signal(SIGTERM);
    CHECK(board.wait() == std::optional(0));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == std::optional(0));
    CHECK(daemon->output().find("Article") == std::string::npos);
    const auto inputs = hall.inputs(1);
    CHECK(std::ranges::none_of(inputs, [](const auto& each) { return each.line.contains("\"gap\""); }));
    CHECK(header_of(hall).contains("\"scan_ms\":" + scan_ms));
}

} // namespace

TEST_CASE("a game on a Millennium board does not come out as it was played") {
    play_through("millennium", "millennium", "123");
}

TEST_CASE("a game on a Chessnut board does not come out as it was played") {
    play_through("chessnut", "chessnut", "250");
}

TEST_CASE("a game on a Certabo board does not come out as it was played") {
    play_through("certabo", "certabo", "750");
}

TEST_CASE("a game on a Sentio board does not come out as it was played") {
    play_through("sentio", "certabo", "300");
}
