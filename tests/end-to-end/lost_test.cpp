#include "hall.hpp"
#include "tests/catch.hpp"

#include <csignal>

using namespace adoube;
using tests::Hall;
using tests::SimpleHands;

namespace {

std::unique_ptr<tests::Process> killed_after(Hall& hall, const std::string& moves) {
    auto daemon = hall.started_daemon();
    auto board = hall.start_board("1", tests::sensor_log(SimpleHands().play(tests::moves_of(moves))),
                                  {"--pty", hall.pty("board-1"), "--speed", "4", "--stay"});
    REQUIRE(hall.wait_for_moves(1, moves));
    daemon->signal(SIGKILL);
    daemon->wait();
    return board;
}

} // namespace

TEST_CASE("a daemon whose journal has lost its log says so at each start, until somebody has seen to it") {
    Hall hall({"pty:board-1"});
    const auto board = killed_after(hall, "e4 e5 Nf3 Nc6");
    const auto journal = hall.journal().string(), sentence = "journal " + journal + " does not hold all";
    REQUIRE(std::filesystem::remove(journal + "-wal"));
    CHECK(tests::run_adoube({"evidence", "list", "--journal", journal}).output.starts_with(sentence));

    auto daemon = hall.started_daemon(); // the hall plays on
    CHECK(daemon->wait_for_output(sentence + " that it held: of game E-r1-b1 all of "));
    CHECK(daemon->wait_for_output("events before, to other games or another journal"));
    CHECK(tests::run_adoube({"evidence", "list", "--journal", journal}).output.starts_with(sentence));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);

    daemon = hall.started_daemon();
    CHECK(daemon->wait_for_output(sentence));
    std::filesystem::remove(journal + "-lost");
    CHECK(daemon->wait_for_output("somebody has seen to what the journal had lost"));
    daemon->signal(SIGKILL);
    daemon->wait();

    daemon = hall.started_daemon();
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    CHECK(daemon->output().find(sentence) == std::string::npos);
    CHECK(tests::run_adoube({"evidence", "list", "--journal", journal}).output.find(sentence) ==
          std::string::npos);
}

TEST_CASE("a journal that was copied by cp while its daemon played is told to be a part") {
    Hall hall({"pty:board-1"});
    auto daemon = hall.started_daemon();
    const auto copy = (hall.folder / "copy.journal").string();
    std::filesystem::copy_file(hall.journal(), copy);
    const auto listed = tests::run_adoube({"evidence", "list", "--journal", copy});
    CHECK(listed.status == 0);
    CHECK(listed.output.starts_with("journal " + copy + " does not hold all that it held: it was in use"));
    const auto copied = tests::run_adoube({"journal", "copy", copy, "-o", copy + ".2"});
    CHECK(copied.output.starts_with("journal " + copy + " does not hold all that it held: it was in use"));
}
