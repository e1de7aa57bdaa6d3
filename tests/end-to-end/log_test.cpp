#include "board_on_call.hpp"
#include "tests/catch.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

using namespace adoube;
using tests::Hall;

namespace {

/// An arbiter at the control socket.
class Arbiter {
  public:
    explicit Arbiter(const std::filesystem::path& path) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
        sockaddr_un at{.sun_family = AF_UNIX, .sun_path = {}};
        std::strncpy(at.sun_path, path.c_str(), sizeof at.sun_path - 1);
        REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
    }
    ~Arbiter() { ::close(socket_); }
    Arbiter(const Arbiter&) = delete;
    Arbiter& operator=(const Arbiter&) = delete;

    std::string say(const std::string& line) const {
        REQUIRE(::write(socket_, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
        std::string answer;
        for (char byte = 0; byte != '\n' && ::read(socket_, &byte, 1) == 1;) answer += byte;
        return answer;
    }

  private:
    int socket_;
};

} // namespace

TEST_CASE("a log that nobody reads holds up the boards, the arbiter, or the end of the daemon") {
    Hall hall({"pty:board-1"});
    const auto fifo = hall.folder / "log";
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    const int log = ::open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    REQUIRE(log >= 0);
    ::fcntl(log, F_SETPIPE_SZ, 4096);
    const auto daemon =
        hall.start_daemon({}, {"/bin/sh", "-c", "exec \"$@\" 2> " + fifo.string(), "a shell"});
    REQUIRE(daemon->wait_for_output("adoubed: serving "));
    tests::BoardOnCall board(hall, "board-1");
    board.play("e4 e5");
    REQUIRE(hall.wait_for_moves(1, "e4 e5"));
    const Arbiter arbiter(hall.folder / "hall.control");
    const auto log_much = [&](int lines) {
        const std::string why(10'000, 'w'); // is logged, too
        for (int n = 0; n < lines; ++n)
            REQUIRE(arbiter.say(R"({"hold":{"game":"E-r1-b1","why":")" + why + "\"}}\n") ==
                    R"({"ok":true,"answer":"game E-r1-b1 is held: )" + why + "\"}\n");
    };
    log_much(200);
    board.play("Nf3 Nc6");
    CHECK(hall.wait_for_moves(1, "e4 e5 Nf3 Nc6"));

    std::string read;
    const auto reads = [&](const std::string& part) {
        return tests::wait_until([&] {
            char bytes[4096];
            for (ssize_t count = 0; (count = ::read(log, bytes, sizeof bytes)) > 0;)
                read.append(bytes, static_cast<std::size_t>(count));
            return read.find(part) != std::string::npos;
        });
    };
    REQUIRE(reads("lines of this log are missing: nobody took them in time\n"));
    CHECK(arbiter.say("{\"release\":{\"game\":\"E-r1-b1\"}}\n") ==
          "{\"ok\":true,\"answer\":\"game E-r1-b1 is held no more\"}\n");
    CHECK(reads("game E-r1-b1 is held no more\n"));
    log_much(3);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    ::close(log);
}
