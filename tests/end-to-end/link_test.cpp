// Bad ports: changed bytes, pulled cables, nobody there, somebody else there.

#include "hall.hpp"
#include "tcp_relay.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <pty.h>
#include <random>
#include <sys/file.h>
#include <unistd.h>

using namespace adoube;
using tests::Hall;
using tests::SimpleHands;
using tests::TcpRelay;

namespace {

/// A pseudo terminal that started programs do not inherit.
struct Terminal {
    int master = -1, slave = -1;
    std::string name;

    Terminal() {
        char path[128];
        REQUIRE(::openpty(&master, &slave, path, nullptr, nullptr) == 0);
        for (const int end : {master, slave}) ::fcntl(end, F_SETFD, FD_CLOEXEC);
        name = path;
    }
    ~Terminal() {
        ::close(master);
        ::close(slave);
    }
};

int count_in(const std::string& text, const std::string& part) {
    int count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

struct BoardBehindRelay {
    std::vector<record::Input> sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
    Hall boards{{}};
    std::unique_ptr<tests::Process> board;
    std::unique_ptr<TcpRelay> relay;

    explicit BoardBehindRelay(const std::string& speed) {
        board = boards.start_board("1", tests::sensor_log(sent),
                                   {"--tcp", "127.0.0.1:0", "--speed", speed, "--wait"});
        REQUIRE(board->wait_for_output("\n"));
        const auto output = board->output();
        relay = std::make_unique<TcpRelay>(std::stoi(output.substr(output.rfind(':') + 1)), 4711);
    }
    std::string port() const { return "tcp:127.0.0.1:" + std::to_string(relay->port()); }
};

} // namespace

TEST_CASE("over a cable that changes bytes and breaks, every event arrives once") {
    BoardBehindRelay far("8");
    far.relay->change_one_in = 200;
    far.relay->cut_within = 2'000;
    Hall hall({far.port()});
    auto daemon = hall.started_daemon();
    CHECK(far.board->wait(std::chrono::seconds(60)) == 0);
    CHECK(hall.wait_for_moves(1, tests::short_game));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    tests::check_events(hall.inputs(1), far.sent);
    CHECK(far.relay->cuts > 1);
}

TEST_CASE("a port that vanishes is told of once, looked for, and found again") {
    BoardBehindRelay far("10");
    Hall hall({far.port()});
    auto daemon = hall.started_daemon();
    REQUIRE(tests::wait_until([&] { return !hall.moves(1).empty(); }));
    far.relay->unplugged = true;
    REQUIRE(daemon->wait_for_output("was closed"));
    REQUIRE(tests::wait_until([&] { return far.relay->turned_away >= 3; }));
    far.relay->unplugged = false;
    CHECK(far.board->wait(std::chrono::seconds(60)) == 0);
    CHECK(hall.wait_for_moves(1, tests::short_game));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    const auto log = daemon->output();
    const auto found_again = log.find("is on port", log.find("was closed"));
    REQUIRE(found_again != std::string::npos);
    CHECK(count_in(log.substr(0, found_again), "was closed") == 1); // despite several attempts
}

TEST_CASE("a port that sends garbage, or nothing, is told of in one sentence, and hurts nobody") {
    const Terminal noisy, still;
    Hall hall({"pty:" + noisy.name, "pty:" + still.name, "pty:board-3"});
    auto daemon = hall.started_daemon();
    const auto sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
    auto board = hall.start_board("3", tests::sensor_log(sent),
                                  {"--pty", hall.pty("board-3"), "--speed", "10", "--wait"});
    ::fcntl(noisy.master, F_SETFL, O_NONBLOCK);
    std::mt19937_64 random(tests::seed(7));
    const bool told = tests::wait_until([&] {
        std::array<unsigned char, 512> garbage;
        for (auto& byte : garbage) byte = static_cast<unsigned char>(random());
        (void)!::write(noisy.master, garbage.data(), garbage.size());
        const auto output = daemon->output();
        return output.find("sends what is no frame of a board") != std::string::npos &&
               output.find("has no board that answers") != std::string::npos;
    });
    CHECK(told);
    CHECK(daemon->running());
    CHECK(board->wait() == 0);
    CHECK(hall.wait_for_moves(3, tests::short_game));
    CHECK(count_in(daemon->output(), still.name + " has no board that answers") == 1);
}

TEST_CASE(
    "a port that is absent, in use or no port at all is told of by name, and used as soon as it can be") {
    const Terminal taken;
    REQUIRE(::flock(taken.slave, LOCK_EX) == 0);
    Hall hall({"pty:board-1", "pty:" + taken.name, "serial:/dev/null"});
    const auto absent = hall.pty("board-1");
    auto daemon = hall.started_daemon();
    CHECK(daemon->wait_for_output("board 1: port pty:" + absent + " is not there"));
    CHECK(daemon->wait_for_output("board 2: port pty:" + taken.name + " is in use by another program"));
    CHECK(daemon->wait_for_output("board 3: port serial:/dev/null is no terminal"));
    const auto sent = SimpleHands().play(tests::moves_of("e4"));
    auto board = hall.start_board("1", tests::sensor_log(sent), {"--pty", absent, "--speed", "0", "--wait"});
    CHECK(board->wait() == 0);
    CHECK(hall.wait_for_moves(1, "e4"));
    REQUIRE(::flock(taken.slave, LOCK_UN) == 0);
    CHECK(daemon->wait_for_output("board 2: port pty:" + taken.name + " has no board that answers"));
    CHECK(count_in(daemon->output(), "is in use by another program") == 1);
}
