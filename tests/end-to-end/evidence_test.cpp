#include "board_on_call.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <fstream>

using namespace adoube;
using tests::Hall;
using tests::Ran;
using tests::run_adoube;
using tests::SimpleHands;

namespace {

Ran evidence(const Hall& hall, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"evidence",
                                   "export",
                                   "E-r1-b1",
                                   "--journal",
                                   hall.journal().string(),
                                   "--key",
                                   (hall.folder / "hall.key").string(),
                                   "-o",
                                   (hall.folder / "game.evidence").string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_adoube(std::move(words));
}

} // namespace

TEST_CASE("a daemon killed at random moments signs one history, which is verified while it is written") {
    Hall hall({"pty:board-1"}, "evidence_key = \"hall.key\"\n");
    const auto sent = SimpleHands().play(tests::moves_of(tests::short_game));
    tests::BoardOnCall board(hall, "board-1");
    const auto kills = tests::kill_while_played(
        hall, board, sent,
        {.most_touches = 18, .shortest_ms = 100, .more_ms = 300, .seed = tests::seed(20261121)});
    INFO(kills << " kills");
    CHECK(kills > 5);
    CHECK(board.process().wait() == 0);
    auto daemon = hall.started_daemon();
    REQUIRE(hall.wait_for_moves(1, tests::short_game));
    const auto key = run_adoube({"evidence", "key", "show", (hall.folder / "hall.key").string()});
    REQUIRE(key.status == 0);
    const auto vkey = key.output.substr(0, key.output.find('\n'));
    CHECK(daemon->wait_for_output("the record is signed by " + vkey));
    CHECK(std::filesystem::status(hall.folder / "hall.key").permissions() == std::filesystem::perms(0600));
    const auto whole = evidence(hall);
    INFO(whole.output);
    REQUIRE(whole.status == 0);
    const auto verified = run_adoube({"verify", (hall.folder / "game.evidence").string(), "--key", vkey});
    INFO(verified.output);
    CHECK(verified.status == 0);
    CHECK(verified.output.find("VERIFIED by " + vkey) != std::string::npos);
    CHECK(verified.output.find("17. Rd8#") != std::string::npos);
    CHECK(verified.output.find("[Result \"1-0\"]") != std::string::npos);
    CHECK(verified.output.find("no checkpoint of the game") == std::string::npos);
    REQUIRE(evidence(hall, {"--from", "3", "--to", "5"}).status == 0);
    const auto part = run_adoube({"verify", (hall.folder / "game.evidence").string(), "--key", vkey});
    INFO(part.output);
    CHECK(part.status == 0);
    CHECK(part.output.find("2. Nf3") != std::string::npos);
    CHECK(daemon->running());
}

TEST_CASE(
    "the signed note of a finished game is another after a restart, or is not of the PGN that is served") {
    Hall hall({""}, "evidence_key = \"hall.key\"\n");
    auto daemon = hall.started_daemon();
    REQUIRE(run_adoube({"arbiter", "--control", (hall.folder / "hall.control").string(), "--board", "1",
                        "moves", "1. f3 e5 2. g4 Qh4#"})
                .status == 0);
    const auto served = [&](const std::string& path) {
        return tests::http_get(tests::served_port(*daemon), path);
    };
    std::string note;
    REQUIRE(tests::wait_until(
        [&] { return (note = served("/games/E-r1-b1.note")).starts_with("adoube-game-pgn/v1\n"); }));
    const auto pgn = served("/games/E-r1-b1.pgn");
    daemon->signal(SIGKILL);
    daemon->wait();
    daemon = hall.started_daemon();
    CHECK(served("/games/E-r1-b1.note") == note);
    CHECK(served("/games/E-r1-b1.pgn") == pgn);

    std::ofstream(hall.folder / "g.note") << note;
    std::ofstream(hall.folder / "g.pgn") << pgn;
    auto vkey = served("/api/keys");
    vkey.pop_back();
    const auto checked = run_adoube({"evidence", "note", (hall.folder / "g.note").string(),
                                     (hall.folder / "g.pgn").string(), "--key", vkey});
    CHECK(checked.status == 0);
    CHECK(checked.output.starts_with("VERIFIED by " + vkey + "\n"));
    REQUIRE(evidence(hall).status == 0);
    const auto file = (hall.folder / "game.evidence").string(), made = (hall.folder / "made.pgn").string();
    CHECK(run_adoube({"evidence", "pgn", file, "-o", made}).status == 3);
    CHECK_FALSE(std::filesystem::exists(made));
    CHECK(run_adoube({"evidence", "pgn", file, "--key", vkey, "-o", made}).status == 0);
    std::ifstream in(made);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    CHECK(text.find("2. g4 Qh4# 0-1") != std::string::npos);
}

TEST_CASE("a key that others may read, or that is none, keeps the daemon from starting, with one sentence") {
    Hall hall({"pty:board-1"}, "evidence_key = \"hall.key\"\n");
    std::ofstream(hall.folder / "hall.key") << "secret\n";
    std::filesystem::permissions(hall.folder / "hall.key", std::filesystem::perms(0644));
    auto daemon = hall.start_daemon();
    CHECK(daemon->wait() == 1);
    CHECK(daemon->output().find("hall.key may be read by others") != std::string::npos);
    std::filesystem::permissions(hall.folder / "hall.key", std::filesystem::perms(0600));
    daemon = hall.start_daemon();
    CHECK(daemon->wait() == 1);
    CHECK(daemon->output().find("hall.key: it holds no signing key") != std::string::npos);
    CHECK(daemon->output().find("secret") == std::string::npos);
}
