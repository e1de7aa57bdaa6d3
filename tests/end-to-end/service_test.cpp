// The daemon as a service: what it tells its manager, and its unit.

#include "hall.hpp"

#include "daemon/journal/journal.hpp"
#include "daemon/server/listening.hpp"
#include "tests/catch.hpp"
#include "tests/text_of.hpp"
#include "tests/unit/server/client.hpp"
#include "tests/wait_until.hpp"

#include <boost/asio/io_context.hpp>

#include <csignal>
#include <fstream>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace adoube;
using tests::Hall;

namespace {

/// The socket of a service manager (sd_notify(3)).
class Manager {
  public:
    explicit Manager(const std::filesystem::path& path) : path_(path) {
        socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        sockaddr_un name{};
        name.sun_family = AF_UNIX;
        path_.native().copy(name.sun_path, sizeof name.sun_path - 1);
        REQUIRE(::bind(socket_, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0);
    }
    ~Manager() { ::close(socket_); }
    Manager(const Manager&) = delete;
    Manager& operator=(const Manager&) = delete;

    /// The next message; "nothing" if it takes longer.
    std::string hears(int longest_ms = 20'000) {
        pollfd told{socket_, POLLIN, 0};
        if (::poll(&told, 1, longest_ms) != 1) return "nothing";
        char text[512];
        const auto size = ::recv(socket_, text, sizeof text, 0);
        return {text, static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
    }
    std::vector<std::string> environment(const std::string& watchdog_us) const {
        return {"/usr/bin/env", "NOTIFY_SOCKET=" + path_.string(), "WATCHDOG_USEC=" + watchdog_us};
    }

  private:
    std::filesystem::path path_;
    int socket_ = -1;
};

struct Organiser {
    std::string port, token;

    Organiser(const Hall& hall, const tests::Process& daemon) : port(tests::served_port(daemon)) {
        const auto made =
            tests::run_adoube({"token", "new", "--tokens", (hall.folder / "hall.tokens").string(), "--name",
                               "Otto", "--role", "operator"});
        token = made.output.substr(made.output.find("adoube_"), 56);
    }
    std::string ask(const std::string& method, const std::string& path, const std::string& body = {}) const {
        server::Client client(static_cast<std::uint16_t>(std::stoi(port)));
        client.send(method + ' ' + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\nAuthorization: Bearer " + token + "\r\n\r\n" + body);
        const auto answer = client.read_response();
        return answer.head.substr(9, 3) + ' ' + answer.body;
    }
    std::string restart(const std::string& playing = "null") const {
        return ask("POST", "/api/restart", "{\"playing\":" + playing + "}");
    }
};

std::string with_other(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("a hall whose new settings do not start goes down, or does not tell that it runs with the former") {
    Hall hall({""}, "tokens = \"hall.tokens\"\n");
    const auto daemon = hall.started_daemon();
    const Organiser organiser(hall, *daemon);
    const auto good = tests::text_of(hall.config());
    std::string free;
    {
        boost::asio::io_context context;
        free = std::to_string(
            server::listen(context.get_executor(), "127.0.0.1", 0).value().local_endpoint().port());
    }
    // Each could be had, and both cannot.
    std::ofstream(hall.config()) << with_other(good, "127.0.0.1:0", "127.0.0.1:" + free)
                                 << "\n[livechess]\nlisten = \"127.0.0.1:" << free << "\"\n";
    REQUIRE(organiser.restart().starts_with("200"));
    const std::string sentence = "the hall runs with its former settings, as the new ones do not start: ";
    REQUIRE(tests::wait_until([&] { return daemon->output().find(sentence) != std::string::npos; }));
    Organiser after = organiser;
    REQUIRE(tests::wait_until([&] {
        const auto said = daemon->output();
        const auto at = said.rfind("serving http://127.0.0.1:");
        after.port = said.substr(at + 25, said.find('/', at + 25) - at - 25);
        return at > said.find(sentence);
    }));
    const auto told = after.ask("GET", "/api/hall");
    CHECK(told.find(sentence) != std::string::npos);

    std::ofstream(hall.config()) << good;
    const auto before = daemon->output().size();
    REQUIRE(after.restart().starts_with("200"));
    REQUIRE(tests::wait_until([&] {
        const auto said = daemon->output().substr(before);
        const auto at = said.find("serving http://127.0.0.1:");
        if (at == std::string::npos) return false;
        after.port = said.substr(at + 25, said.find('/', at + 25) - at - 25);
        return said.find('/', at + 25) != std::string::npos;
    }));
    CHECK(after.ask("GET", "/api/hall").find("\"former\":null") != std::string::npos);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE("a hall that starts again while its journal cannot be written loses what it has promised") {
    Hall hall({""}, "tokens = \"hall.tokens\"\n");
    const auto daemon = hall.started_daemon();
    const Organiser organiser(hall, *daemon);
    const auto most_bytes = [&](rlim_t bytes) {
        const rlimit limit{bytes, RLIM_INFINITY};
        REQUIRE(::prlimit(static_cast<pid_t>(daemon->pid()), RLIMIT_FSIZE, &limit, nullptr) == 0);
    };
    most_bytes(1);
    CHECK(organiser.ask("POST", "/api/command", R"({"board":1,"moves":"1. e4 e5"})").starts_with("503"));
    const auto refused = organiser.restart(); // nothing of the game is written, so it is not played yet
    CAPTURE(refused);
    CHECK(refused.starts_with("422"));
    CHECK(refused.find("would be lost") != std::string::npos);
    most_bytes(RLIM_INFINITY);
    CHECK(tests::wait_until([&] { return organiser.restart(R"("1")").starts_with("200"); }));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    CHECK(hall.read_pgn(1).find("e5") != std::string::npos);
}

TEST_CASE("a service manager is told when the daemon serves, that it is alive, and that it ends") {
    Hall hall({"pty:board-1"});
    Manager manager(hall.folder / "manager");
    {
        auto journal = journal::Journal::open(hall.journal()).value().start({});
        journal.put(journal::OpenGame{{"E-r1-b1", tests::sensor_log({}), {}, {}}});
    }
    const auto daemon = hall.start_daemon({}, manager.environment("400000"));
    CHECK(manager.hears() == "EXTEND_TIMEOUT_USEC=90000000\nWATCHDOG=1"); // it replays a record
    const auto ready = manager.hears();
    CHECK(ready.starts_with("READY=1\nSTATUS=serving http://127.0.0.1:"));
    CHECK(tests::wait_until([&] { // may fail while the machine is busy
        int in_time = 0;
        while (in_time < 5 && manager.hears(400) == "WATCHDOG=1") ++in_time;
        return in_time == 5;
    }));

    daemon->signal(SIGSTOP); // hangs
    siginfo_t stopped{};
    REQUIRE(::waitid(P_PID, static_cast<id_t>(daemon->pid()), &stopped, WSTOPPED | WNOWAIT) == 0);
    while (manager.hears(0) == "WATCHDOG=1") {
    }
    CHECK(manager.hears(500) == "nothing");
    daemon->signal(SIGCONT);
    CHECK(manager.hears() == "WATCHDOG=1");

    daemon->signal(SIGTERM);
    auto last = manager.hears();
    while (last == "WATCHDOG=1") last = manager.hears();
    CHECK(last == "STOPPING=1");
    CHECK(daemon->wait() == 0);
}

TEST_CASE("a daemon that starts again ends for its manager, is another process, or keeps a port or what was "
          "set before") {
    Hall hall({"pty:board-1"}, "tokens = \"hall.tokens\"\n");
    Manager manager(hall.folder / "manager");
    const auto made = tests::run_adoube({"token", "new", "--tokens", (hall.folder / "hall.tokens").string(),
                                         "--name", "Otto", "--role", "operator"});
    const auto token = made.output.substr(made.output.find("adoube_"), 56);
    const auto daemon = hall.start_daemon({}, manager.environment("60000000"));
    const auto pid = daemon->pid();
    const auto hears_next = [&] {
        auto said = manager.hears();
        while (said.starts_with("EXTEND_TIMEOUT") || said == "WATCHDOG=1") said = manager.hears();
        return said;
    };
    const auto descriptors = [&] {
        const std::filesystem::directory_iterator all("/proc/" + std::to_string(pid) + "/fd");
        return std::distance(begin(all), end(all));
    };
    auto ready = hears_next();
    const auto open = descriptors();
    const std::string serving = "READY=1\nSTATUS=serving http://127.0.0.1:";
    for (int times = 0; times < 2; ++times) {
        const std::string body = R"({"playing":null})";
        REQUIRE(ready.starts_with(serving));
        server::Client client(static_cast<std::uint16_t>(std::stoi(ready.substr(serving.size()))));
        client.send("POST /api/restart HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\nAuthorization: Bearer " + token + "\r\n\r\n" + body);
        CHECK(client.read_response().head.starts_with("HTTP/1.1 200"));
        CHECK(hears_next() == "RELOADING=1\nSTATUS=starting again");
        ready = hears_next();
    }
    CHECK(tests::wait_until([&] { return descriptors() <= open; }));
    CHECK(ready.starts_with(serving));
    CHECK(daemon->output().find("the daemon starts again, says Otto") != std::string::npos);
    daemon->signal(SIGTERM);
    CHECK(hears_next() == "STOPPING=1");
    CHECK(daemon->wait() == 0);
}

TEST_CASE("a daemon that cannot start is never called ready") {
    Hall hall({"pty:board-1"}, "evidence_key = \"/nowhere/key\"\n");
    Manager manager(hall.folder / "manager");
    const auto daemon = hall.start_daemon({}, manager.environment("400000"));
    CHECK(daemon->wait() == 1);
    CHECK(manager.hears(100) == "nothing");
}
