// A hall's two daemons, a NATS server and a board whose cable goes from one computer to the other: each is a
// process of its own, killed and stopped.

#include "board_on_call.hpp"
#include "nats_server.hpp"
#include "tests/pdf_text.hpp"
#include "tests/says.hpp"
#include "tests/unit/server/client.hpp"

#include <fstream>

using namespace adoube;
using tests::BoardOnCall;
using tests::Hall;
using tests::NatsServer;

namespace {

constexpr auto key = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=\n";

/// A computer with its own folder, in which the board's cable has the same name on each.
struct Computer {
    explicit Computer(const NatsServer& broker) {
        auto config = tests::text_of(hall.config());
        const auto from = config.find("port = "), to = config.find('\n', from);
        config.replace(from, to - from, "port = \"pty:cable\"");
        std::ofstream(hall.config()) << config << "[standby]\nurl = \"" << broker.url()
                                     << "\"\nevent = \"olympiad\"\nhall = \"West\"\nkey = \"standby.key\"\n";
        std::ofstream(hall.folder / "standby.key") << key;
        std::filesystem::permissions(hall.folder / "standby.key", std::filesystem::perms::owner_read |
                                                                      std::filesystem::perms::owner_write);
    }
    void start(const std::string& role = "hall") {
        daemon = hall.start_daemon({"--role", role}, {"/usr/bin/env", "-C", hall.folder.path().string()});
    }
    void kill() {
        daemon->signal(SIGKILL);
        daemon->wait();
    }
    /// A link that is older than the board's terminal would be of another board.
    void take_cable(const std::string& board) const {
        REQUIRE(tests::wait_until([&] { return std::filesystem::exists(board); }));
        std::filesystem::create_symlink(board, hall.folder / "cable");
    }
    void pull_cable() const { std::filesystem::remove(hall.folder / "cable"); }
    bool says(const std::string& text) const { return daemon->wait_for_output(text); }

    Hall hall{{"pty:board"}};
    std::unique_ptr<tests::Process> daemon;
};

} // namespace

TEST_CASE("a game loses what was played when its daemon dies and the one that stood by goes on") {
    if (!tests::is_here("nats-server", "nats-server")) return;
    NatsServer broker;
    Computer first(broker), second(broker);
    BoardOnCall board(first.hall, "board");
    const auto board_at = first.hall.pty("board");
    first.take_cable(board_at);
    first.start();
    REQUIRE(first.says("adoubed: serving "));
    second.start("standby");
    REQUIRE(second.says("standing by: all that hall West has recorded is here"));
    board.play("e4 e5 Nf3");
    REQUIRE(first.hall.wait_for_moves(1, "e4 e5 Nf3"));
    const auto told = first.daemon->output();
    CHECK(
        (told.rfind("stands by: all that") > told.rfind("goes on alone") || !told.contains("goes on alone")));

    first.kill();
    board.play("Nc6"); // nobody hears it yet
    first.pull_cable();
    const auto moved_at = std::chrono::steady_clock::now();
    second.take_cable(board_at);
    REQUIRE(second.says("adoubed: serving "));
    REQUIRE(second.hall.wait_for_moves(1, "e4 e5 Nf3 Nc6"));
    const auto took = std::chrono::steady_clock::now() - moved_at;
    CHECK(took < std::chrono::seconds(10));
    board.play("Bb5");
    REQUIRE(second.hall.wait_for_moves(1, "e4 e5 Nf3 Nc6 Bb5"));

    // The first one comes back, hears of it, and stands by.
    first.start();
    REQUIRE(first.says("another daemon has taken over this hall"));
    REQUIRE(first.says("standing by: all that hall West has recorded is here"));
    board.play("a6");
    REQUIRE(second.hall.wait_for_moves(1, "e4 e5 Nf3 Nc6 Bb5 a6"));

    // And back again.
    second.kill();
    second.pull_cable();
    first.take_cable(board_at);
    board.play("Ba4");
    REQUIRE(first.hall.wait_for_moves(1, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4"));
    first.daemon->signal(SIGTERM);
    CHECK(first.daemon->wait() == 0);
}

TEST_CASE("a hall stops because its broker, or the daemon that stands by, is away") {
    if (!tests::is_here("nats-server", "nats-server")) return;
    NatsServer broker;
    Computer first(broker), second(broker);
    BoardOnCall board(first.hall, "board");
    first.take_cable(first.hall.pty("board"));
    first.start();
    REQUIRE(first.says("adoubed: serving "));
    board.play("e4"); // nobody stands by yet
    REQUIRE(first.hall.wait_for_moves(1, "e4"));
    REQUIRE(first.says("goes on alone"));
    second.start("standby");
    REQUIRE(first.says("stands by: all that is recorded here is there, too"));
    board.play("e5");
    REQUIRE(first.hall.wait_for_moves(1, "e4 e5"));

    broker.kill();
    board.play("Nf3");
    REQUIRE(first.hall.wait_for_moves(1, "e4 e5 Nf3"));
    broker.wipe();
    broker.start();
    board.play("Nc6");
    REQUIRE(first.hall.wait_for_moves(1, "e4 e5 Nf3 Nc6"));
    const auto is_together = [&] {
        const auto log = first.daemon->output();
        return log.rfind("stands by: all that") > log.rfind("goes on alone");
    };
    REQUIRE(tests::wait_until(is_together));
    first.daemon->signal(SIGTERM);
    CHECK(first.daemon->wait() == 0);
    second.daemon->signal(SIGTERM);
    CHECK(second.daemon->wait() == 0);
    const auto one = first.hall.inputs(1), other = second.hall.inputs(1);
    CHECK((one == other));
    CHECK(one.size() > 8);
}
