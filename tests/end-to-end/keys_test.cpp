// A hall's keys over a week: what the daemon does when they change or vanish, and the manual's page verbatim.

#include "hall.hpp"
#include "tests/places.hpp"
#include "tests/says.hpp"
#include "tests/unit/evidence/recorded_game.hpp"

#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>

using namespace adoube;
using tests::Hall;
using tests::Process;
using tests::says;
using tests::SimpleHands;

namespace {

tests::Ran shell(const std::filesystem::path& folder, const std::string& line) {
    return tests::run(
        {"/bin/bash", "-c",
         "cd '" + folder.string() + "' && export PATH='" + tests::program("") + "':\"$PATH\" && " + line});
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

void stop(Process& daemon) {
    daemon.signal(SIGTERM);
    CHECK(daemon.wait() == 0);
}

struct Command {
    std::string heading, line;
    bool shown = true; // false: only the test needs it
};

std::vector<Command> commands_of_the_page() {
    std::istringstream page(tests::text_of(tests::project_file("daemon/evidence/KEYS.md")));
    std::vector<Command> commands;
    std::string heading;
    bool in_commands = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## ")) heading = line.substr(3);
        if (line.starts_with("```"))
            in_commands = line == "```sh";
        else if (in_commands)
            commands.push_back({heading, line});
        else if (line.starts_with("<!-- "))
            commands.push_back({heading, line.substr(5, line.size() - 9), false});
    }
    return commands;
}

/// A hall after a round: its key, journal with one game, and passphrase.
struct AfterRound {
    tests::TemporaryFolder folder;

    AfterRound() {
        const tests::RecordedGame recorded;
        std::ofstream(folder / "words.txt") << "correct horse battery staple\n";
        std::ofstream(folder / "hall.key") << tests::hall_key.to_string() << '\n';
        std::filesystem::permissions(folder / "hall.key", std::filesystem::perms(0600));
        auto journal = journal::Journal::open(folder / "hall.journal").value().start({});
        journal.put(journal::OpenGame{recorded.game});
        for (const auto& input : recorded.inputs) journal.put(journal::Append{recorded.game.id, input});
        for (const auto& note : recorded.checkpoints)
            journal.put(
                record::Checkpoint{recorded.game.id, tlog::parse_checkpoint(note.text)->size, to_text(note)});
    }
    void run(const Command& command) const {
        INFO(command.heading << ": " << command.line);
        const auto ran = shell(folder.path(), command.line);
        INFO(ran.output);
        const bool refuses = command.line.ends_with("# NOT VERIFIED");
        REQUIRE(ran.status == (refuses ? 1 : 0));
        if (refuses)
            CHECK(ran.output.starts_with("NOT VERIFIED\n"));
        else if (command.line.starts_with("adoube verify"))
            CHECK(ran.output.starts_with("VERIFIED by "));
    }
};

/// A program on its own terminal.
class OnTerminal {
  public:
    explicit OnTerminal(std::vector<std::string> command) {
        std::vector<char*> argv;
        for (auto& word : command) argv.push_back(word.data());
        argv.push_back(nullptr);
        pid_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
        if (pid_ != 0) return;
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    ~OnTerminal() { ::close(terminal_); }
    OnTerminal(const OnTerminal&) = delete;
    OnTerminal& operator=(const OnTerminal&) = delete;
    /// Waits for the question and for echo to be off.
    void answer(const std::string& question, const std::string& text) {
        while (shown_.find(question) == std::string::npos) REQUIRE(read());
        REQUIRE(tests::wait_until([&] {
            termios settings{};
            return ::tcgetattr(terminal_, &settings) == 0 && !(settings.c_lflag & ECHO);
        }));
        REQUIRE(::write(terminal_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
    int wait() {
        while (read()) {
        }
        int status = -1;
        ::waitpid(pid_, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    const std::string& shown() const { return shown_; }

  private:
    bool read() {
        char bytes[256];
        const auto size = ::read(terminal_, bytes, sizeof bytes);
        if (size > 0) shown_.append(bytes, static_cast<std::size_t>(size));
        return size > 0;
    }
    pid_t pid_ = -1;
    int terminal_ = -1;
    std::string shown_;
};

} // namespace

TEST_CASE("a passphrase is asked for on the terminal, twice where it is new, and never shown") {
    const AfterRound hall;
    const auto run = [&](const std::string& verb, const std::string& from, const std::string& to) {
        return OnTerminal({tests::program("adoube"), "evidence", "key", verb, (hall.folder / from).string(),
                           "-o", (hall.folder / to).string()});
    };
    const std::string asked = "Passphrase of the copy: ", words = "correct horse battery staple\n";
    auto mistyped = run("backup", "hall.key", "copy");
    mistyped.answer(asked, words);
    mistyped.answer("Verifying - " + asked, "correct horse\n");
    CHECK(mistyped.wait() == 2);
    CHECK_FALSE(std::filesystem::exists(hall.folder / "copy"));
    auto backup = run("backup", "hall.key", "copy");
    backup.answer(asked, words);
    backup.answer("Verifying - " + asked, words);
    CHECK(backup.wait() == 0);
    says(backup.shown(), "can be made again from");
    auto restore = run("restore", "copy", "again");
    restore.answer(asked, words);
    CHECK(restore.wait() == 0);
    CHECK(tests::text_of(hall.folder / "again") == tests::text_of(hall.folder / "hall.key"));
    CHECK((mistyped.shown() + backup.shown() + restore.shown()).find("correct") == std::string::npos);
    const auto nobody = shell(hall.folder.path(), "setsid -w adoube evidence key restore copy -o third");
    CHECK(nobody.status == 2);
    says(nobody.output, "there is no terminal to ask for the passphrase: say with --passphrase where it is");
}

TEST_CASE("every command of the keys' page does what the page says") {
    const auto commands = commands_of_the_page();
    const std::string first = "Before the event";
    std::vector<std::string> headings;
    for (const auto& command : commands)
        if (headings.empty() || headings.back() != command.heading) headings.push_back(command.heading);
    REQUIRE(headings.size() == 5);
    REQUIRE(headings.front() == first);
    for (std::size_t at = 1; at < headings.size(); ++at) {
        const AfterRound hall;
        for (const auto& command : commands)
            if (command.heading == first || command.heading == headings[at]) hall.run(command);
    }
}

TEST_CASE("a game begun under one key and ended under the next is one game, verified for who has the first") {
    Hall hall({"pty:board-1"}, "evidence_key = \"hall.key\"\n");
    const auto sent = SimpleHands(400).play(tests::moves_of(tests::short_game));
    auto daemon = hall.started_daemon();
    auto board = hall.start_board("1", tests::sensor_log(sent),
                                  {"--pty", hall.pty("board-1"), "--speed", "12", "--wait"});
    const auto first = first_line(shell(hall.folder.path(), "adoube evidence key show hall.key").output);
    const auto is_signed = [&] {
        return shell(hall.folder.path(), "adoube evidence checkpoint E-r1-b1 --journal hall.journal")
                   .status == 0;
    };
    REQUIRE(tests::wait_until(is_signed));
    const auto rotated = shell(hall.folder.path(), "adoube evidence key rotate hall.key 2>/dev/null");
    REQUIRE(rotated.status == 0);
    const auto next = first_line(rotated.output);
    daemon->signal(SIGKILL);
    daemon->wait();
    daemon = hall.started_daemon();
    CHECK(daemon->wait_for_output("the record is signed by " + next));
    CHECK(board->wait() == 0);
    REQUIRE(hall.wait_for_moves(1, tests::short_game));
    stop(*daemon);
    CHECK(daemon->output().find("nothing beside") == std::string::npos);
    REQUIRE(shell(hall.folder.path(),
                  "adoube evidence export E-r1-b1 --journal hall.journal --key hall.key -o game.evidence")
                .status == 0);
    const auto verified = shell(
        hall.folder.path(), "adoube verify game.evidence --brief --keys hall.key.statements --key " + first);
    CHECK(verified.status == 0);
    says(verified.output, "VERIFIED by " + next);
    says(verified.output, next + " follows " + first + " since ");
    says(verified.output, ": signed too by " + first + ", of the same owner");
    CHECK(shell(hall.folder.path(), "adoube verify game.evidence --brief --key " + first).status == 1);
}

TEST_CASE("what a hall says of its keys is not for everybody, is older than it has said, or cannot be used") {
    Hall hall({"pty:board-1"}, "evidence_key = \"hall.key\"\n");
    auto daemon = hall.started_daemon();
    const auto port = tests::served_port(*daemon);
    const auto first = first_line(shell(hall.folder.path(), "adoube evidence key show hall.key").output);
    CHECK(tests::http_get(port, "/api/keys") == first + "\n");
    says(tests::http_get(port, "/api/keys/statements"), "refused: HTTP/1.1 404");
    const auto sent = SimpleHands(400).play(tests::moves_of("e4 e5"));
    auto board = hall.start_board("1", tests::sensor_log(sent),
                                  {"--pty", hall.pty("board-1"), "--speed", "12", "--wait"});
    CHECK(board->wait() == 0);
    REQUIRE(hall.wait_for_moves(1, "e4 e5"));
    const auto next =
        first_line(shell(hall.folder.path(), "adoube evidence key rotate hall.key 2>/dev/null").output);
    // The daemon still signs with the first.
    REQUIRE(tests::wait_until([&] {
        return tests::http_get(port, "/api/keys/statements") ==
               tests::text_of(hall.folder / "hall.key.statements");
    }));
    stop(*daemon);
    daemon = hall.started_daemon();
    const auto again = tests::served_port(*daemon);
    CHECK(tests::http_get(again, "/api/keys") == next + "\n");
    std::string statements;
    REQUIRE(tests::wait_until([&] {
        statements = tests::http_get(again, "/api/keys/statements");
        return !statements.starts_with("refused: ");
    }));
    std::ofstream(hall.folder / "fetched") << statements;
    REQUIRE(
        shell(hall.folder.path(), "adoube evidence export E-r1-b1 --journal hall.journal --key hall.key -o g")
            .status == 0);
    const auto verified = shell(hall.folder.path(), "adoube verify g --brief --keys fetched --key " + first);
    CHECK(verified.status == 0);
    says(verified.output, next + " follows " + first + " since ");
}

TEST_CASE("where the key is gone that has signed the journal, no other is made, and what to do is told") {
    Hall hall({"pty:board-1"}, "evidence_key = \"hall.key\"\n");
    const auto sent = SimpleHands(400).play(tests::moves_of("e4 e5"));
    auto daemon = hall.started_daemon();
    auto board = hall.start_board("1", tests::sensor_log(sent),
                                  {"--pty", hall.pty("board-1"), "--speed", "12", "--wait"});
    CHECK(board->wait() == 0);
    REQUIRE(hall.wait_for_moves(1, "e4 e5"));
    stop(*daemon); // all is signed
    const auto first = first_line(shell(hall.folder.path(), "adoube evidence key show hall.key").output);
    std::filesystem::rename(hall.folder / "hall.key", hall.folder / "elsewhere");
    daemon = hall.start_daemon();
    CHECK(daemon->wait() == 1);
    says(daemon->output(), "hall.key is gone, and game E-r1-b1 was signed by adoube/");
    says(daemon->output(), "adoube evidence key restore COPY -o");
    says(daemon->output(), "adoube evidence key rotate");
    CHECK_FALSE(std::filesystem::exists(hall.folder / "hall.key"));
    SECTION("another key, of which nothing is said") {
        REQUIRE(shell(hall.folder.path(), "adoube evidence key new hall.key").status == 0);
        daemon = hall.started_daemon();
        CHECK(daemon->wait_for_output("says that its key follows that one"));
    }
    SECTION("another key, on purpose") {
        REQUIRE(shell(hall.folder.path(), "adoube evidence key rotate hall.key --lost " + first).status == 0);
        daemon = hall.started_daemon();
        stop(*daemon);
        says(daemon->output(), "the record is signed by ");
        CHECK(daemon->output().find("nothing beside") == std::string::npos);
    }
    SECTION("the key again, then revoked") {
        std::filesystem::rename(hall.folder / "elsewhere", hall.folder / "hall.key");
        daemon = hall.started_daemon();
        CHECK(daemon->wait_for_output("the record is signed by " + first));
        stop(*daemon);
        REQUIRE(shell(hall.folder.path(),
                      "adoube evidence key revoke hall.key --from 2024-11-22T19:00Z --why stolen")
                    .status == 0);
        daemon = hall.start_daemon();
        CHECK(daemon->wait() == 1);
        says(daemon->output(),
             "holds a key that is not to sign any more: " + first + " was revoked (stolen)");
    }
}
