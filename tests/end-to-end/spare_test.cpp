// The laptop dies mid-round with its journal. The round goes on at a spare, by the commands in
// daemon/MANUAL.md, from the copy on a stick.

#include "board_on_call.hpp"

#include "daemon/journal/look.hpp"
#include "tests/places.hpp"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <sstream>

using namespace adoube;
using tests::BoardOnCall;
using tests::Hall;
using tests::Process;
using tests::TemporaryFolder;
using tests::wait_until;

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
constexpr int boards = 4;

std::string game(int board) { return "E-r1-b" + std::to_string(board); }

std::string replaced(std::string text, const std::string& part, const std::string& by) {
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + by.size()))
        text.replace(at, part.size(), by);
    return text;
}

/// For the spare, without comments.
std::vector<std::string> commands_of_the_manual() {
    const auto manual = tests::text_of(tests::project_file("daemon/MANUAL.md"));
    const std::string begin = "```sh\n", section = "## When the laptop dies";
    const auto from = manual.find(begin, manual.find(section)) + begin.size();
    std::istringstream block(manual.substr(from, manual.find("```", from) - from));
    std::vector<std::string> commands;
    for (std::string line; std::getline(block, line);) commands.push_back(line.substr(0, line.find("  #")));
    REQUIRE(commands.size() == 2);
    return commands;
}

std::vector<std::string> port_names() {
    std::vector<std::string> names;
    for (int n = 1; n <= boards; ++n) names.push_back("pty:board-" + std::to_string(n));
    return names;
}

/// Both use the ports in the first's folder.
class TwoLaptops {
  public:
    TwoLaptops()
        : first(port_names(), "evidence_key = \"hall.key\"\njournal_copy = \"" + copy().string() + "\"\n") {
        fs::create_directory(stick());
        daemon = first.started_daemon();
        REQUIRE(daemon->wait_for_output("a copy of the journal is kept in " + copy().string()));
        fs::copy_file(first.config(), spare.config(), fs::copy_options::overwrite_existing);
        fs::copy_file(first.folder / "hall.key", spare.folder / "hall.key");
    }

    TemporaryFolder bag;
    Hall first;
    Hall spare{std::vector<std::string>()};
    std::unique_ptr<Process> daemon; // the one that runs

    fs::path stick() const { return bag / "stick"; }
    fs::path copy() const { return stick() / "hall.journal"; }
    fs::path dead_journal() const { return bag / "disk/hall.journal"; }

    void pull_stick() const {
        fs::rename(stick(), bag / "pocket");
        REQUIRE(daemon->wait_for_output("no copy of the journal is kept"));
    }
    void put_stick_back() const { fs::rename(bag / "pocket", stick()); }

    /// Inputs and checkpoints of a game that the copy lacks; empty if unknown now.
    std::optional<std::size_t> lag(int board) const {
        const auto copied = journal::read_game(copy(), game(board));
        const auto whole = journal::read_game(first.journal(), game(board));
        if (!copied || !whole) return std::nullopt;
        return whole->inputs.size() - copied->inputs.size() + whole->checkpoints.size() -
               copied->checkpoints.size();
    }

    bool all_signed(int board) const {
        const auto whole = journal::read_game(first.journal(), game(board));
        return whole && !whole->checkpoints.empty() &&
               whole->checkpoints.back().size == whole->inputs.size() + 1;
    }

    void die() {
        daemon->signal(SIGKILL);
        died_ = std::chrono::steady_clock::now();
        REQUIRE(daemon->wait() == -SIGKILL);
        fs::create_directory(bag / "disk");
        for (const auto* end : {"", "-wal", "-shm"})
            if (fs::exists(first.journal().string() + end))
                fs::rename(first.journal().string() + end, dead_journal().string() + end);
    }

    void continue_on_spare() {
        for (const auto& line : commands_of_the_manual()) {
            const auto command = "cd '" + spare.folder.path().string() + "' && PATH='" + tests::program("") +
                                 "':\"$PATH\" exec " +
                                 replaced(replaced(line, "/media/stick", stick().string()), "adoubed.toml",
                                          spare.config().filename().string());
            daemon = std::make_unique<Process>(std::vector<std::string>{"/bin/sh", "-c", command},
                                               spare.folder / ("command-" + std::to_string(++commands_)));
            if (!line.starts_with("adoubed")) {
                const auto status = daemon->wait();
                INFO(line << ": " << daemon->output());
                REQUIRE(status == 0);
                CHECK(daemon->output().starts_with("hall.journal: 4 games, "));
                CHECK(daemon->output().find(" inputs, the last of 20") != std::string::npos);
            }
        }
        if (!daemon->wait_for_output("adoubed: serving ")) FAIL(daemon->output());
    }

    double seconds_since_death() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - died_).count();
    }

    void arbiter(int board, std::vector<std::string> words) {
        std::vector<std::string> command{"arbiter", "--control", (spare.folder / "hall.control").string(),
                                         "--board", std::to_string(board)};
        command.insert(command.end(), words.begin(), words.end());
        const auto [status, said] = tests::run_adoube(std::move(command));
        INFO(said);
        REQUIRE(status == 0);
    }

    fs::path checkpoint(const fs::path& journal, int board) {
        const auto note = bag / ("note-" + std::to_string(++commands_));
        const auto [status, said] = tests::run_adoube(
            {"evidence", "checkpoint", game(board), "--journal", journal.string(), "-o", note.string()});
        INFO(said);
        REQUIRE(status == 0);
        return note;
    }
    tests::Ran verify(const fs::path& journal, int board, const fs::path& published) {
        const auto key = (spare.folder / "hall.key").string(), file = (bag / "game.evidence").string();
        const auto [shown, vkey] = tests::run_adoube({"evidence", "key", "show", key});
        REQUIRE(shown == 0);
        const auto [exported, said] = tests::run_adoube(
            {"evidence", "export", game(board), "--journal", journal.string(), "--key", key, "-o", file});
        INFO(said);
        REQUIRE(exported == 0);
        return tests::run_adoube({"verify", file, "--key", vkey.substr(0, vkey.find('\n')), "--published",
                                  published.string(), "--brief"});
    }

  private:
    std::chrono::steady_clock::time_point died_;
    int commands_ = 0;
};

bool told_of_loss(const std::string& log, int board) {
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);)
        if (line.find("board " + std::to_string(board) + ": ") != std::string::npos &&
            line.find(" events are lost, which it has told another journal than this") != std::string::npos)
            return true;
    return false;
}

std::size_t plies(const std::string& moves) {
    return moves.empty() ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(moves, ' '));
}

std::string first_plies(const std::string& moves, std::size_t count) {
    std::size_t end = 0;
    for (; count > 0 && end != std::string::npos; --count) end = moves.find(' ', end + 1);
    return moves.substr(0, end);
}

/// From one ply to another.
std::string part(const std::string& moves, std::size_t from, std::size_t to) {
    if (from == to) return {};
    const auto before = first_plies(moves, from).size();
    return first_plies(moves, to).substr(before ? before + 1 : 0);
}

} // namespace

TEST_CASE("a laptop dies while four games are played, and they go on to their ends on the spare within two "
          "minutes") {
    const std::string mate = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#";
    TwoLaptops hall;
    const auto sent = tests::SimpleHands(400).play(tests::moves_of(mate));
    std::vector<std::unique_ptr<Process>> running;
    for (int n = 1; n <= boards; ++n)
        running.push_back(hall.first.start_board(
            std::to_string(n), tests::sensor_log(sent),
            {"--pty", hall.first.pty("board-" + std::to_string(n)), "--speed", "1", "--wait"}));
    // The copy lags no further while the disk keeps up; a busy machine needs time.
    constexpr std::size_t within_a_ply = 4;
    REQUIRE(wait_until(
        [&] {
            for (int n = 1; n <= boards; ++n)
                if (hall.lag(n).value_or(99) > within_a_ply || plies(hall.first.moves(n)) < 4) return false;
            return true;
        },
        60s));
    std::array<std::size_t, boards + 1> shown{};
    for (int n = 1; n <= boards; ++n) shown[static_cast<std::size_t>(n)] = plies(hall.first.moves(n));
    hall.die();
    fs::copy(hall.stick(), hall.bag / "then");
    hall.continue_on_spare();
    REQUIRE(wait_until([&] { return !hall.spare.moves(1).empty(); }));
    const auto shown_s = hall.seconds_since_death();
    REQUIRE(wait_until([&] {
        for (int n = 1; n <= boards; ++n)
            if (plies(hall.spare.moves(n)) > shown[static_cast<std::size_t>(n)]) return true;
        return false;
    }));
    const auto moved_s = hall.seconds_since_death();
    WARN("the games were shown again after " << shown_s << " s, and the next move after " << moved_s << " s");
    CHECK(moved_s < 120);
    for (int n = 1; n <= boards; ++n) {
        INFO("board " << n << ", of which " << shown[static_cast<std::size_t>(n)] << " plies were shown\n"
                      << hall.daemon->output());
        CHECK(hall.spare.wait_for_moves(n, mate));
        CHECK(running[static_cast<std::size_t>(n - 1)]->wait() == 0);
        CHECK(hall.spare.read_pgn(n).find("1-0") != std::string::npos);
    }
    // The spare now keeps the copy.
    CHECK(hall.daemon->wait_for_output("a copy of the journal is kept in " + hall.copy().string()));
    hall.daemon->signal(SIGTERM);
    CHECK(hall.daemon->wait() == 0);
    const auto then = hall.bag / "then.journal";
    REQUIRE(
        tests::run_adoube({"journal", "copy", (hall.bag / "then/hall.journal").string(), "-o", then.string()})
            .status == 0);
    for (int n = 1; n <= boards; ++n) {
        INFO("board " << n);
        const auto when_it_died = hall.checkpoint(then, n), end = hall.checkpoint(hall.spare.journal(), n);
        for (const auto& [journal, published] :
             {std::pair(hall.dead_journal(), when_it_died), std::pair(hall.spare.journal(), when_it_died),
              std::pair(hall.spare.journal(), end), std::pair(hall.copy(), end)}) {
            const auto [status, said] = hall.verify(journal, n, published);
            INFO(journal << ": " << said);
            CHECK(status == 0);
        }
    }
}

TEST_CASE("from a copy that is some moves old the games go on: what cannot be known is told and entered") {
    const std::string moves = tests::short_game;
    constexpr std::size_t copied = 9;
    constexpr std::array<std::size_t, boards> lost{0, 1, 2, 8}; // plies, per board
    TwoLaptops hall;
    std::vector<std::unique_ptr<BoardOnCall>> board;
    for (int n = 1; n <= boards; ++n) {
        board.push_back(std::make_unique<BoardOnCall>(hall.first, "board-" + std::to_string(n),
                                                      std::to_string(n).c_str()));
        board.back()->play(part(moves, 0, copied));
    }
    std::vector<fs::path> early, late; // signed and published
    for (int n = 1; n <= boards; ++n) {
        REQUIRE(hall.first.wait_for_moves(n, part(moves, 0, copied)));
        REQUIRE(wait_until([&] { return hall.lag(n) == 0; }));
        early.push_back(hall.checkpoint(hall.first.journal(), n));
    }
    hall.pull_stick();
    for (std::size_t n = 0; n < boards; ++n) board[n]->play(part(moves, copied, copied + lost[n]));
    for (int n = 1; n <= boards; ++n) {
        const auto until = copied + lost[static_cast<std::size_t>(n - 1)];
        REQUIRE(hall.first.wait_for_moves(n, part(moves, 0, until)));
        REQUIRE(wait_until([&] { return hall.all_signed(n); }));
        late.push_back(hall.checkpoint(hall.first.journal(), n));
    }
    hall.die();
    hall.put_stick_back();
    hall.continue_on_spare();
    for (int n = 1; n <= boards; ++n) {
        const auto plies_lost = lost[static_cast<std::size_t>(n - 1)];
        INFO("board " << n << '\n' << hall.daemon->output());
        if (plies_lost == 8) { // from the scoresheets
            REQUIRE(wait_until([&] { return told_of_loss(hall.daemon->output(), n); }));
            for (auto ply = copied; ply < copied + plies_lost; ++ply)
                hall.arbiter(n, {"move", part(moves, ply, ply + 1)});
        }
        CHECK(hall.spare.wait_for_moves(n, part(moves, 0, copied + plies_lost)));
    }
    for (std::size_t n = 0; n < boards; ++n) board[n]->play(part(moves, copied + lost[n], plies(moves)));
    for (int n = 1; n <= boards; ++n) {
        INFO("board " << n << '\n' << hall.daemon->output());
        CHECK(hall.spare.wait_for_moves(n, moves));
        CHECK(hall.spare.read_pgn(n).find("1-0") != std::string::npos);
    }
    for (int n = 1; n <= boards; ++n) {
        INFO("board " << n);
        const auto at = static_cast<std::size_t>(n - 1);
        // Both continue the copy; what followed it is only in the first.
        for (const auto& journal : {hall.spare.journal(), hall.dead_journal()}) {
            const auto [status, said] = hall.verify(journal, n, early[at]);
            INFO(journal << ": " << said);
            CHECK(status == 0);
        }
        CHECK(hall.verify(hall.dead_journal(), n, late[at]).status == 0);
        const auto [status, said] = hall.verify(hall.spare.journal(), n, late[at]);
        INFO(said);
        if (lost[at] > 0) CHECK(status == 1);
        CHECK(told_of_loss(hall.daemon->output(), n) == (lost[at] > 0));
    }
}
