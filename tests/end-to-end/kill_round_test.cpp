#include "daemon/evidence/examine.hpp"
#include "daemon/evidence/key_file.hpp"
#include "daemon/journal/look.hpp"
#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <algorithm>
#include <csignal>
#include <random>

using namespace adoube;
using tests::Hall;
using tests::SimpleHands;

namespace {

/// The record is what was signed, even by daemons killed while signing.
void check_signed(const Hall& hall, int board) {
    const auto key = evidence::read_key_file(hall.folder / "hall.key").value();
    const auto whole = journal::read_game(hall.journal(), "E-r1-b" + std::to_string(board)).value();
    std::vector<tlog::Note> signed_before;
    for (const auto& checkpoint : whole.checkpoints)
        signed_before.push_back(tlog::parse_note(checkpoint.note).value());
    const auto found = evidence::examine(
        to_text(evidence::make_evidence(key, 1, whole.game, whole.inputs, signed_before, {})));
    INFO((found.faults.empty() ? "" : found.faults.front()));
    CHECK(found.faults.empty());
    CHECK(found.signed_while_played > 0);
}

} // namespace

TEST_CASE(
    "a round of four boards whose daemon is killed hundreds of times has every event and every move once") {
    constexpr int boards = 4, kills = 300;
    Hall hall({"pty:board-1", "pty:board-2", "pty:board-3", "pty:board-4"}, "evidence_key = \"hall.key\"\n");
    auto first = hall.started_daemon(); // makes the key
    first->signal(SIGTERM);
    REQUIRE(first->wait() == 0);
    const auto sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
    std::vector<std::unique_ptr<tests::Process>> running;
    for (int n = 1; n <= boards; ++n)
        running.push_back(
            hall.start_board(std::to_string(n), tests::sensor_log(sent),
                             {"--pty", hall.pty("board-" + std::to_string(n)), "--speed", "1.2", "--wait"}));
    const auto playing = [&] {
        return std::ranges::any_of(running, [](const auto& board) { return board->running(); });
    };
    std::mt19937_64 random(tests::seed(20261121));
    int killed = 0;
    while (killed < kills || playing()) {
        auto daemon = hall.start_daemon();
        // From before it opens anything to well into the round; later longer, for slow machines.
        const auto longest_ms = 250 + 20 * std::max(0, killed - kills);
        REQUIRE(longest_ms < 30'000);
        daemon->wait(std::chrono::milliseconds(random() % static_cast<unsigned>(longest_ms)));
        daemon->signal(SIGKILL);
        REQUIRE(daemon->wait() == -SIGKILL);
        ++killed;
    }
    for (int n = 1; n <= boards; ++n) {
        INFO("board " << n << ", " << killed << " kills");
        CHECK(running[static_cast<std::size_t>(n - 1)]->wait() == 0); // all was acknowledged
        tests::check_events(hall.inputs(n), sent);
    }
    auto daemon = hall.started_daemon();
    for (int n = 1; n <= boards; ++n) {
        INFO("board " << n);
        CHECK(hall.wait_for_moves(n, tests::short_game));
        CHECK(hall.read_pgn(n).find("1-0") != std::string::npos);
    }
    CHECK(daemon->output().find("does not hold all that it held") == std::string::npos);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    for (int n = 1; n <= boards; ++n) {
        INFO("board " << n);
        check_signed(hall, n);
    }
}
