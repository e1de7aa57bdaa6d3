// When the daemon refuses to start: one sentence that names the cause, a status other than 0, no harm.

#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/held_port.hpp"
#include "tests/places.hpp"
#include "tests/says.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace adoube;
using tests::Hall;
using tests::SimpleHands;

namespace {

void check_refused(tests::Process& daemon, const std::string& part, int status = 1) {
    CHECK(daemon.wait() == status);
    const auto output = daemon.output();
    CAPTURE(output);
    CHECK(output.starts_with("adoubed: "));
    CHECK(output.find(part) != std::string::npos);
    CHECK(output.find('\n') + 1 == output.size());
}

/// A full disk, or one with room again.
void limit_files(const tests::Process& daemon, rlim_t bytes) {
    const rlimit limit{bytes, RLIM_INFINITY};
    REQUIRE(::prlimit(daemon.pid(), RLIMIT_FSIZE, &limit, nullptr) == 0);
}

} // namespace

TEST_CASE("a second daemon on the same journal is refused, and the first goes on") {
    Hall hall({"pty:board-1"});
    const auto pty = hall.pty("board-1");
    auto first = hall.started_daemon();
    const auto sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
    auto board = hall.start_board("1", tests::sensor_log(sent), {"--pty", pty, "--speed", "10", "--wait"});
    for (int n = 0; n < 3; ++n)
        check_refused(*hall.start_daemon(),
                      "journal " + hall.journal().string() + " is in use by another process");
    CHECK(board->wait() == 0);
    CHECK(hall.wait_for_moves(1, tests::short_game));
    first->signal(SIGTERM);
    CHECK(first->wait() == 0);
    tests::check_events(hall.inputs(1), sent);
}

TEST_CASE("a TCP port that is taken is named") {
    Hall hall({"tcp:127.0.0.1:1"});
    boost::asio::io_context context;
    boost::asio::ip::tcp::acceptor taken(context, {boost::asio::ip::make_address("127.0.0.1"), 0});
    const auto port = std::to_string(taken.local_endpoint().port());
    check_refused(*hall.start_daemon({"--listen", "127.0.0.1:" + port}), port);
}

TEST_CASE("a journal in a read-only place, or that is none, or damaged, is named and left alone") {
    Hall hall({"tcp:127.0.0.1:1"});
    check_refused(*hall.start_daemon({"--journal", "/proc/hall.journal"}),
                  "journal /proc/hall.journal cannot be written");
    const std::string text(3000, 'x');
    std::ofstream(hall.journal()) << text;
    check_refused(*hall.start_daemon(), "is no journal but some other file");
    CHECK(tests::text_of(hall.journal()) == text);
}

TEST_CASE("a game that cannot be read stops the boards of all others") {
    Hall hall({"tcp:127.0.0.1:1"});
    {
        auto journal = journal::Journal::open(hall.journal()).value().start({});
        journal.put(journal::OpenGame{{"E-r1-b1", tests::sensor_log({}), {}, {}}});
        journal.put(journal::Append{"E-r1-b1", {R"({"t":1,"lift":"e2"})", {}, {}}});
        journal.put(journal::Append{"E-r1-b1", {R"({"t":1,"lift":"z9"})", {}, {}}});
    }
    for (int start = 0; start < 2; ++start) {
        auto daemon = hall.start_daemon();
        CHECK(daemon->wait_for_output(
            "board 1: game E-r1-b1 cannot be read, its input 2: \"z9\" is no square: it is set aside"));
        if (start == 0) CHECK(daemon->wait_for_output("What is played on now becomes game E-r1-b1.2"));
    }
}

TEST_CASE("a wrong configuration is told with file and line") {
    Hall hall({"tcp:127.0.0.1:1"}, "delay = 5\n");
    const auto file = hall.config().string();
    check_refused(*hall.start_daemon(), file + ":4: the file has no setting named delay");
    check_refused(*hall.start_daemon({"--check-config"}), file + ":4: ");
    std::filesystem::remove(hall.config());
    check_refused(*hall.start_daemon(), "configuration " + file + " cannot be read");
}

TEST_CASE("a path that leads nowhere, wherever one is named, is one sentence, and ends or hangs nothing") {
    struct Unreachable {
        const char* what;
        std::function<std::filesystem::path(Hall&)> make;
    };
    const Unreachable unreachable[]{
        {"a loop of links",
         [](Hall& hall) {
             std::filesystem::create_symlink("loop", hall.folder / "loop");
             return hall.folder / "loop/x";
         }},
        {"a name that is too long", [](Hall& hall) { return hall.folder / std::string(300, 'x'); }},
        {"a file for a folder",
         [](Hall& hall) {
             std::ofstream(hall.folder / "file") << "x";
             return hall.folder / "file/x";
         }},
        {"a folder that may not be searched", // except by root
         [](Hall& hall) {
             std::filesystem::create_directory(hall.folder / "closed");
             std::filesystem::permissions(hall.folder / "closed", std::filesystem::perms::none);
             return hall.folder / "closed/x";
         }},
        {"a pipe", [](Hall& hall) {
             REQUIRE(::mkfifo((hall.folder / "pipe").c_str(), 0600) == 0);
             return hall.folder / "pipe";
         }}};
    const char* const settings[]{"journal",      "journal_copy",  "control", "tokens",
                                 "evidence_key", "pgn_directory", "tls"};
    for (const auto& [what, make] : unreachable) {
        for (const std::string setting : settings) {
            CAPTURE(what, setting);
            Hall hall({"tcp:127.0.0.1:1"});
            const auto path = make(hall).string();
            auto config = tests::text_of(hall.config());
            const auto value = " = \"" + path + "\"\n";
            if (setting == "pgn_directory")
                config.erase(config.find(setting), config.find("[event]") - config.find(setting));
            config = setting == "tls"       ? config + "[tls]\ncertificate" + value + "key" + value
                     : setting == "journal" ? config
                                            : setting + value + config;
            std::ofstream(hall.config()) << config;
            const auto daemon =
                hall.start_daemon(setting == "journal" ? std::vector{std::string("--journal"), path}
                                                       : std::vector<std::string>());
            const bool served = tests::wait_until([&] {
                return daemon->output().find("adoubed: serving ") != std::string::npos || !daemon->running();
            });
            CAPTURE(daemon->output());
            CHECK(served);
            CHECK(daemon->output().find("terminate") == std::string::npos);
            CHECK(daemon->output().find("no setting named") == std::string::npos);
            if (daemon->running()) daemon->signal(SIGTERM);
            const auto status = daemon->wait();
            CAPTURE(daemon->output());
            REQUIRE(status);
            CHECK((*status == 0 || *status == 1));
        }
        Hall hall({"tcp:127.0.0.1:1"});
        tests::Process daemon({tests::program("adoubed"), "--config", make(hall).string()},
                              hall.folder / "log");
        check_refused(daemon,
                      ::geteuid() == 0 && what == std::string_view("a folder that may not be searched")
                          ? "No such file"
                          : "cannot be read");
    }
}

TEST_CASE("a configuration can be checked without starting anything") {
    Hall hall({"tcp:127.0.0.1:1", "tcp:127.0.0.1:2"});
    auto check = hall.start_daemon({"--check-config"});
    CHECK(check->wait() == 0);
    CHECK(check->output() == "adoubed: time control: 90 minutes and 30 seconds a move\n"
                             "adoubed: 2 boards, nothing wrong\n");
    CHECK(!std::filesystem::exists(hall.journal()));
}

TEST_CASE("the configuration of the next round cannot be checked while one with LiveChess runs") {
    const tests::HeldPort livechess;
    const auto address = "127.0.0.1:" + std::to_string(livechess.number());
    Hall hall({"tcp:127.0.0.1:1"}, "[livechess]\nlisten = \"" + address + "\"\n");
    const auto daemon = hall.started_daemon();
    std::vector<std::string> elsewhere{"--check-config", "--listen",  "127.0.0.1:0", "--journal",
                                       "x.journal",      "--control", "x.control"};
    for (auto& word : elsewhere)
        if (word.starts_with("x.")) word = (hall.folder / word).string();
    auto taken = hall.start_daemon(elsewhere);
    CHECK(taken->wait() == 1);
    tests::says(taken->output(), "Another program already listens on 127.0.0.1 port ");
    elsewhere.insert(elsewhere.end(), {"--livechess", "127.0.0.1:0"});
    auto check = hall.start_daemon(elsewhere);
    CHECK(check->wait() == 0);
    tests::says(check->output(), "1 board, nothing wrong");
    elsewhere.back() = "0.0.0.0:0";
    auto open = hall.start_daemon(elsewhere);
    CHECK(open->wait() == 1);
    tests::says(open->output(), "must be an address of this computer alone");
}

TEST_CASE("a program does not say which version it is, or wants something else said, too") {
    for (const auto* program : {"adoubed", "adoube"}) {
        const auto ran = tests::run({tests::program(program), "--version"});
        CHECK(ran.status == 0);
        CHECK(ran.output.starts_with(std::string(program) + " 0."));
    }
}

TEST_CASE("a command line that is not understood has a status of its own") {
    const tests::TemporaryFolder folder;
    tests::Process process({tests::program("adoubed"), "--confg", "x"}, folder / "log");
    CHECK(process.wait() == 2);
    CHECK(process.output().find("--config") != std::string::npos);
}

TEST_CASE("what `config show` prints does not start, or means something else") {
    const Hall hall({"pty:board-1", ""});
    const auto config = [&](const std::string& verb, const std::filesystem::path& file) {
        return tests::run({tests::program("adoubed"), "config", verb, "--config", file.string()});
    };
    const auto shown = config("show", hall.config());
    REQUIRE(shown.status == 0);
    tests::says(shown.output, "journal = '" + hall.journal().string() + "'");
    const tests::TemporaryFolder elsewhere;
    std::ofstream(elsewhere / "copy.toml") << shown.output;
    CHECK(config("show", elsewhere / "copy.toml") == shown);
    CHECK(config("check", elsewhere / "copy.toml") == config("check", hall.config()));
    CHECK(config("check", hall.config()).status == 0);
    CHECK(tests::run({tests::program("adoubed"), "config"}).status == 2);
}

TEST_CASE("a daemon that ends while its disk is full tells what it could not write, and its board sends that "
          "again") {
    Hall hall({"pty:board-1"});
    const auto sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
    auto daemon = hall.started_daemon();
    limit_files(*daemon, 48 * 1024);
    auto board = hall.start_board("1", tests::sensor_log(sent),
                                  {"--pty", hall.pty("board-1"), "--speed", "20", "--wait"});
    REQUIRE(daemon->wait_for_output("trying again until it does"));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 1);
    CHECK(daemon->wait_for_output("could not be written before the end"));
    daemon = hall.started_daemon();
    CHECK(board->wait() == 0);
    CHECK(hall.wait_for_moves(1, tests::short_game));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    CHECK(daemon->output().find("could not be written") == std::string::npos);
    tests::check_events(hall.inputs(1), sent);
}

TEST_CASE("a disk that is full stops the record and the page, not the game: all of it is there once there is "
          "room") {
    Hall hall({"pty:board-1"});
    const auto pty = hall.pty("board-1");
    auto daemon = hall.started_daemon();
    const auto sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
    limit_files(*daemon, 48 * 1024);
    auto board = hall.start_board("1", tests::sensor_log(sent), {"--pty", pty, "--speed", "20", "--wait"});
    const auto ready = [&] { return tests::http_get(tests::served_port(*daemon), "/health/ready"); };
    REQUIRE(daemon->wait_for_output("trying again until it does"));
    tests::says(ready(), R"({"status":"failing","why":"the record cannot be written"})");
    CHECK(tests::http_get(tests::served_port(*daemon), "/health/live") == "{\"status\":\"ok\"}\n");
    CHECK(!board->wait(std::chrono::seconds(2))); // keeps what is not acknowledged
    CHECK(hall.moves(1) != tests::short_game);
    limit_files(*daemon, RLIM_INFINITY);
    CHECK(daemon->wait_for_output("the journal is written again"));
    CHECK(ready() == "{\"status\":\"ok\"}\n");
    CHECK(board->wait() == 0);
    CHECK(hall.wait_for_moves(1, tests::short_game));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
    tests::check_events(hall.inputs(1), sent);
}
