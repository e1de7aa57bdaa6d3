// `adoube watch` in a real terminal, `adoube watch` into a pipe and `adoube arbiter show`, of the real
// daemon.

#include "board_on_call.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <csignal>
#include <fstream>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace adoube;
using tests::BoardOnCall;
using tests::Hall;

namespace {

std::string control_of(const Hall& hall) { return (hall.folder / "hall.control").string(); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The program in a terminal of its own, with what the terminal got.
class InTerminal {
  public:
    InTerminal(std::vector<std::string> command, unsigned short rows, unsigned short columns,
               bool may_use_colour) {
        winsize size{.ws_row = rows, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
        pid_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
        if (pid_ != 0) {
            ::tcgetattr(terminal_, &before_);
            return;
        }
        ::setenv("TERM", "xterm", 1);
        may_use_colour ? ::unsetenv("NO_COLOR") : ::setenv("NO_COLOR", "1", 1);
        std::vector<char*> words;
        for (auto& word : command) words.push_back(word.data());
        words.push_back(nullptr);
        ::execv(words[0], words.data());
        ::_exit(127);
    }
    ~InTerminal() {
        if (!status_) ::kill(pid_, SIGKILL), ::waitpid(pid_, nullptr, 0);
        ::close(terminal_);
    }
    InTerminal(const InTerminal&) = delete;
    InTerminal& operator=(const InTerminal&) = delete;

    void type(std::string_view keys) { REQUIRE(::write(terminal_, keys.data(), keys.size()) > 0); }
    void resize(unsigned short rows, unsigned short columns) {
        const winsize size{.ws_row = rows, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
        REQUIRE(::ioctl(terminal_, TIOCSWINSZ, &size) == 0);
    }
    /// Since the last call that saw its part.
    bool shows(const std::string& part) {
        return tests::wait_until([&] {
            read();
            if (!has(got_, part)) return false;
            seen_ += std::exchange(got_, {});
            return true;
        });
    }
    std::optional<int> wait() {
        tests::wait_until([&] {
            read();
            int status = 0;
            if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_)
                status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
            return status_.has_value();
        });
        read();
        seen_ += std::exchange(got_, {});
        return status_;
    }
    bool is_as_before() const {
        termios now{};
        ::tcgetattr(terminal_, &now);
        return now.c_lflag == before_.c_lflag && std::ranges::equal(now.c_cc, before_.c_cc);
    }
    const std::string& seen() const { return seen_; }

  private:
    void read() {
        pollfd from{terminal_, POLLIN, 0};
        char bytes[4096];
        while (::poll(&from, 1, 0) > 0 && (from.revents & POLLIN) != 0) {
            const auto size = ::read(terminal_, bytes, sizeof bytes);
            if (size <= 0) return;
            got_.append(bytes, static_cast<std::size_t>(size));
        }
    }

    int terminal_ = -1;
    pid_t pid_ = -1;
    termios before_{};
    std::optional<int> status_;
    std::string got_, seen_;
};

} // namespace

TEST_CASE("watch shows a dead hall as alive, or leaves the terminal other than it was") {
    Hall hall({"pty:board-1", "pty:board-2"});
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    board.play("e4 e5");
    REQUIRE(hall.wait_for_moves(1, "e4 e5"));
    InTerminal watch({tests::program("adoube"), "watch", "--control", control_of(hall)}, 24, 80, false);
    REQUIRE(watch.shows("1... e5"));
    board.play("Nf3");
    REQUIRE(watch.shows("2. Nf3"));
    watch.resize(30, 120);
    REQUIRE(watch.shows("\x1b[2J"));
    watch.type("\x1b[B"); // the worst: nothing is at its port
    REQUIRE(watch.shows("Board 2: port"));
    watch.type("\x1b[B");
    REQUIRE(watch.shows("Board 1: "));
    watch.type("\r");
    REQUIRE(watch.shows("2  P P P P . P P P"));
    board.play("Nc6");
    REQUIRE(watch.shows("1. e4 e5 2. Nf3 Nc6"));
    daemon->signal(SIGKILL);
    daemon->wait();
    REQUIRE(watch.shows("trying again"));
    daemon = hall.started_daemon();
    REQUIRE(watch.shows("connected again"));
    watch.type("\x03");
    CHECK(watch.wait() == 0);
    CHECK(watch.is_as_before());
    CHECK(watch.seen().ends_with("\x1b[?25h\x1b[?1049l"));
    CHECK_FALSE(has(watch.seen(), ";31m")); // NO_COLOR
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE("watch into a pipe tells a move twice or never, over a restart of the daemon") {
    Hall hall({"pty:board-1", ""});
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    tests::Process lines({tests::program("adoube"), "watch", "1", "--control", control_of(hall)},
                         hall.folder / "lines");
    tests::Process json({tests::program("adoube"), "watch", "--json", "--control", control_of(hall)},
                        hall.folder / "json");
    REQUIRE(lines.wait_for_output("board 1: game E-r1-b1"));
    board.play("e4 e5");
    REQUIRE(lines.wait_for_output("board 1: 1... e5"));
    daemon->signal(SIGKILL);
    daemon->wait();
    REQUIRE(lines.wait_for_output("trying again"));
    daemon = hall.started_daemon();
    board.play("Nf3");
    REQUIRE(lines.wait_for_output("board 1: 2. Nf3"));
    REQUIRE(json.wait_for_output("[\"Nf3\",\"g1f3\""));
    const auto told = lines.output();
    for (const auto* move : {"1. e4", "1... e5", "2. Nf3"}) {
        INFO(told);
        CHECK(told.find(move) == told.rfind(move));
    }
    CHECK_FALSE(has(told, "board 2"));
    CHECK_FALSE(has(told, "\x1b"));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE("arbiter show leaves out what was touched, or which square is wrong") {
    Hall hall({"pty:board-1"});
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    const auto show = [&](std::vector<std::string> more = {}) {
        std::vector<std::string> words{"arbiter", "--control", control_of(hall), "show", "1"};
        words.insert(words.end(), more.begin(), more.end());
        return tests::run_adoube(std::move(words));
    };
    board.play("e4 e5");
    REQUIRE(hall.wait_for_moves(1, "e4 e5"));
    CHECK(has(show().output, "All squares are right."));
    board.happen(record::Lift{.square = *chess::square_from("g1"), .piece = {}});
    board.happen(record::Drop{.square = *chess::square_from("g1"), .piece = {}});
    board.play("d4");
    REQUIRE(hall.wait_for_moves(1, "e4 e5 d4"));
    tests::Ran shown;
    REQUIRE(tests::wait_until([&] { return has((shown = show()).output, "incident 1"); }));
    INFO(shown.output);
    CHECK(shown.status == 0);
    CHECK(has(shown.output, "1. e4 e5 2. d4"));
    CHECK(has(shown.output, "Article 4.3"));
    const auto lifted = shown.output.find("g1 lifted"), down = shown.output.find("g1 set down");
    CHECK(lifted < down);
    CHECK(down < shown.output.find("d2 lifted"));
    board.happen(record::Lift{.square = *chess::square_from("a8"), .piece = {}});
    REQUIRE(tests::wait_until(
        [&] { return has((shown = show()).output, "a8: is empty, must be a black rook"); }));
    const auto json = show({"--json"});
    CHECK(has(json.output, R"("wrong":[{"square":"a8","is":"empty","must":"a black rook"}])"));
    CHECK(has(json.output, R"("what":"g1 lifted")"));
    CHECK(tests::run_adoube(
              {"arbiter", "--control", control_of(hall), "--board", "1", "--json", "offer", "b"}) ==
          tests::Ran{0, "{\"ok\":true,\"answer\":\"noted: Black offers a draw\"}\n"});
    REQUIRE(tests::wait_until([&] { return has((shown = show()).output, "Black offered a draw"); }));
    CHECK(has(shown.output, "Open: Black's offer of a draw is not answered"));
    const auto games =
        tests::run_adoube({"evidence", "list", "--json", "--journal", hall.journal().string()});
    CHECK(games.output.starts_with(R"({"games":[{"game":"E-r1-b1","inputs":)"));
    CHECK(has(games.output, R"("plies":3,"result":"*"}],"deleted":[]})"));
    CHECK(tests::run_adoube({"arbiter", "--control", control_of(hall), "show", "7"}) ==
          tests::Ran{2, "adoube arbiter show: the daemon has no board 7\n"});
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE("over the network arbiter show leaves out what was touched, or shows a board of others") {
    Hall hall({"pty:board-1", ""}, "tokens = \"hall.tokens\"\n");
    const auto made = tests::run_adoube({"token", "new", "--tokens", (hall.folder / "hall.tokens").string(),
                                         "--name", "Anna", "--role", "arbiter", "--boards", "1"});
    const auto file = hall.folder / "anna.token";
    std::ofstream(file) << made.output.substr(made.output.find("adoube_"), 56) << '\n';
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    auto daemon = hall.started_daemon();
    BoardOnCall board(hall, "board-1");
    const auto show = [&](std::vector<std::string> where, std::vector<std::string> what) {
        std::vector<std::string> words{"arbiter"};
        std::ranges::move(where, std::back_inserter(words));
        words.emplace_back("show");
        std::ranges::move(what, std::back_inserter(words));
        return tests::run_adoube(std::move(words));
    };
    const std::vector<std::string> there{"--hall", "http://127.0.0.1:" + tests::served_port(*daemon),
                                         "--token-file", file.string()},
        here{"--control", control_of(hall)};
    board.play("e4 e5");
    board.happen(record::Lift{.square = *chess::square_from("g1"), .piece = {}});
    board.happen(record::Drop{.square = *chess::square_from("g1"), .piece = {}});
    board.play("d4");
    tests::Ran shown;
    REQUIRE(tests::wait_until([&] { return has((shown = show(there, {"1"})).output, "incident 1"); }));
    INFO(shown.output);
    CHECK(shown.status == 0);
    const auto touched = shown.output.find("What was touched for incident 1"),
               lifted = shown.output.find("g1 lifted: a white knight"),
               down = shown.output.find("g1 set down: a white knight"),
               other = shown.output.find("d2 lifted: a white pawn");
    CHECK(touched < lifted);
    CHECK(lifted < down);
    CHECK(down < other);
    CHECK(other != std::string::npos);
    CHECK(has(shown.output, "All squares are right."));
    REQUIRE(
        tests::run_adoube({"arbiter", "--control", control_of(hall), "--board", "1", "offer", "b"}).status ==
        0);
    CHECK(has(show(there, {"1"}).output, "Open: Black's offer of a draw is not answered"));
    CHECK(tests::wait_until([&] { return show(there, {"1", "--json"}) == show(here, {"1", "--json"}); }));
    CHECK(has(show(there, {"1", "--json"}).output, R"("kind":"lift","what":"g1 lifted","piece":"N"})"));
    for (const auto* number : {"2", "7"})
        CHECK(show(there, {number}) ==
              tests::Ran{2, "adoube arbiter show: the daemon has no board " + std::string(number) +
                                ", or it is none of this token's\n"});
    CHECK(show(here, {"2"}).status == 0);
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}
