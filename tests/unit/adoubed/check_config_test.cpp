// Valid configurations that would not work on this computer.

#include "daemon/adoubed/check_config.hpp"

#include "daemon/adoubed/daemon.hpp"
#include "daemon/evidence/key_file.hpp"
#include "daemon/server/listening.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <fstream>
#include <sys/stat.h>

using namespace adoube;
using adoubed::check_config;

namespace {

adoubed::Config config(const tests::TemporaryFolder& folder, const std::string& settings = {},
                       const std::string& play = {}, const std::string& port = "tcp:127.0.0.1:1") {
    const auto text = "listen = \"127.0.0.1:0\"\n" + settings + "[event]\nname = \"E\"\n[play]\n" + play +
                      "[[board]]\nport = \"" + port + "\"\nwhite = \"Ann Adams\"\nblack = \"Ben Baker\"\n";
    auto read = adoubed::parse_config(text, folder / "hall.toml");
    if (!read) FAIL(read.error());
    return *read;
}

bool tells(const std::vector<std::string>& sentences, const std::string& part) {
    return std::ranges::any_of(sentences,
                               [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

} // namespace

TEST_CASE("what is right is called wrong, or a check leaves something behind") {
    const tests::TemporaryFolder folder;
    const auto found = check_config(config(folder, "pgn_directory = \"new/pgn\"\n"));
    CHECK(found.wrong.empty());
    CHECK(found.remarks.empty());
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("that boards know no chess clock is not told where a time control is set") {
    const tests::TemporaryFolder folder;
    const auto remarks = [&](const char* play, const char* port) {
        return check_config(config(folder, {}, play, port)).remarks;
    };
    constexpr const char* of_90_minutes = "time_control = \"90m+30\"\n";
    constexpr const char* none = "board 1: Certabo boards know no chess clock: no times are kept there";
    CHECK(tells(remarks(of_90_minutes, "certabo:tcp:127.0.0.1:1"), none));
    CHECK_FALSE(tells(remarks("", "certabo:tcp:127.0.0.1:1"), "clock"));
    CHECK_FALSE(tells(remarks(of_90_minutes, "dgt:tcp:127.0.0.1:1"), "clock"));
    CHECK_FALSE(tells(remarks(of_90_minutes, "tcp:127.0.0.1:1"), "clock"));
}

TEST_CASE("a game that broadcast sites would leave out is not told by the check") {
    const tests::TemporaryFolder folder;
    auto nameless = config(folder);
    nameless.boards.front().tags.erase("Black");
    CHECK(tells(check_config(nameless).remarks, "board 1: Black has no name and no FIDE id"));
    nameless.boards.front().tags.clear();
    while (nameless.boards.size() < 48) {
        nameless.boards.push_back(nameless.boards.front());
        nameless.boards.back().number = static_cast<int>(nameless.boards.size());
    }
    const auto remarks = check_config(nameless).remarks; // before the pairings are in
    CHECK(tells(remarks, "boards 1 to 48: both players have no name and no FIDE id"));
    CHECK(std::ranges::count_if(remarks, [](const auto& one) { return one.contains("FIDE id"); }) == 1);
}

TEST_CASE("TLS files or an address that will not do are found when the round begins") {
    const tests::TemporaryFolder folder;
    std::ofstream(folder / "file") << "no certificate";
    const auto wrong = [&](const std::string& settings) {
        return check_config(config(folder, settings)).wrong;
    };
    CHECK(tells(wrong("[tls]\ncertificate = \"none.pem\"\nkey = \"none.key\"\n"), "none.pem"));
    CHECK(tells(wrong("[tls]\ncertificate = \"file\"\nkey = \"file\"\n"), "file"));
    auto elsewhere = config(folder);
    elsewhere.listen = *adoubed::parse_listen("192.0.2.1:8080"); // TEST-NET-1: no computer has it
    CHECK(tells(check_config(elsewhere).wrong, "Cannot listen on 192.0.2.1 port 8080: "));
}

namespace {

/// The daemon's refusal; empty if it starts.
std::string refusal(const adoubed::Config& config) {
    boost::asio::io_context context(1);
    auto daemon = adoubed::Daemon::start(context, config);
    if (!daemon) return daemon.error();
    daemon->end();
    return {};
}

void furnish(const tests::TemporaryFolder& folder) {
    namespace fs = std::filesystem;
    std::ofstream(folder / "text") << std::string(3000, 'x');
    std::ofstream(folder / "empty") << "";
    fs::permissions(folder / "empty", fs::perms(0600));
    fs::create_hard_link(folder / "empty", folder / "other-name");
    fs::create_directory(folder / "a");
    fs::create_directory_symlink("a", folder / "to-a");
    fs::create_symlink("loop", folder / "loop");
    fs::create_symlink("new", folder / "to-new");
    fs::create_symlink("no/new", folder / "to-nowhere");
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    REQUIRE(::mkfifo((folder / "j-wal").c_str(), 0600) == 0);
    fs::create_symlink("pipe", folder / "to-pipe");
}

/// Check and daemon must give the same sentence.
void check_agrees(const std::string& settings, const std::string& part = {}) {
    CAPTURE(settings);
    const tests::TemporaryFolder folder;
    furnish(folder);
    const auto configured = config(folder, settings);
    const auto before = std::distance(std::filesystem::directory_iterator(folder.path()), {});
    const auto found = check_config(configured);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == before);
    const auto refused = refusal(configured);
    CHECK(found.wrong == (refused.empty() ? std::vector<std::string>() : std::vector{refused}));
    CHECK(refused.find(part) != std::string::npos);
}

} // namespace

TEST_CASE("what passes the check does not start, what starts does not pass it, or one fault is told in two "
          "sentences") {
    const auto places = {"new",     "new/",     "no/new",    "text",      "text/new", "empty",      "a",
                         "a/new",   "to-a/new", "loop",      "loop/new",  "to-new",   "to-nowhere", "pipe",
                         "to-pipe", "pipe/new", "/proc/new", "/dev/null", ".",        "j"};
    for (const std::string setting :
         {"journal", "journal_copy", "control", "tokens", "evidence_key", "pgn_directory"}) {
        for (const std::string place : places) check_agrees(setting + " = \"" + place + "\"\n");
        check_agrees(setting + " = \"" + std::string(300, 'x') + "\"\n");
    }
    const std::string program = "[[program]]\nboards = [1]\npty = \"";
    for (const std::string place : places) check_agrees(program + place + "\"\n");
    check_agrees(program + "a\"\n", "something else has that name");
    check_agrees("delay_s = 5\n" + program + "a\"\n"); // not offered
    check_agrees("journal = \"new\"\n" + program + "a/../new\"\n", " is the same file as ");
    for (const std::string file : {"journal", "evidence_key"})
        check_agrees(file + " = \"pipe\"\n", "is a pipe");
    check_agrees("evidence_key = \"no/new\"\n", "let evidence_key name a file in a folder that the daemon");
    check_agrees("evidence_key = \"text.key\"\n[tls]\ncertificate = \"pipe\"\nkey = \"pipe\"\n", "is a pipe");
}

TEST_CASE(
    "one file named by two settings passes the check, or the start, and one is written over the other") {
    const auto settings = {"journal", "journal_copy", "control", "tokens", "evidence_key", "pgn_directory"};
    for (const std::string one : settings)
        for (const std::string other : settings) {
            if (one == other) continue;
            for (const std::string same : {"new", "to-new", "a/../new", "to-a/../new"})
                check_agrees(one + " = \"new\"\n" + other + " = \"" + same + "\"\n", " is the same file as ");
            check_agrees(one + " = \"empty\"\n" + other + " = \"other-name\"\n", " is the same file as ");
            check_agrees(one + " = \"new\"\n" + other + " = \"new/x\"\n",
                         one == "pgn_directory" ? "" : ", which is a file");
        }
    for (const std::string part : {"wal", "shm", "journal", "mark", "lost"})
        check_agrees("journal = \"new\"\ntokens = \"new-" + part + "\"\n",
                     "tokens is the same file as the journal's own new-" + part);
    check_agrees("journal = \"new\"\ntokens = \"new.control\"\n", "tokens is the same file as control");
    // What is only read must not be written over; the save of a form writes NAME.before.
    const std::string site =
        "[[target]]\nname = \"s\"\nkind = \"file\"\nurl = \"https://s.example/a.pgn\"\n"
        "token_file = \"empty\"\n";
    check_agrees("evidence_key = \"other-name\"\n" + site,
                 "evidence_key is the same file as token_file of target s");
    check_agrees("journal_copy = \"empty\"\n" + site,
                 "journal_copy is the same file as token_file of target s");
    check_agrees("evidence_key = \"hall.toml.before\"\n",
                 "evidence_key is the same file as the configuration's own hall.toml.before");
    check_agrees("journal_copy = \"hall.toml\"\n", "journal_copy is the same file as the configuration");
    check_agrees("journal = \"j\"\nevidence_key = \"j-printing\"\n", "the journal's own j-printing");
    check_agrees("journal = \"a/E-r1-b1.pgn\"\npgn_directory = \"to-a\"\n",
                 "journal has the name of a game in pgn_directory");
    check_agrees("journal = \"a/j\"\ntokens = \"a/t\"\npgn_directory = \"a\"\n");
}

TEST_CASE("what another program or another daemon has passes the check, or is told in another sentence") {
    const tests::TemporaryFolder folder;
    boost::asio::io_context context(1);
    const auto other = adoubed::Daemon::start(context, config(folder));
    REQUIRE(other);
    auto busy = config(folder, "journal = \"j\"\n");
    const auto address = other->address(); // http://127.0.0.1:PORT/
    busy.listen = *adoubed::parse_listen(address.substr(7, address.size() - 8));
    const auto refused = refusal(busy);
    CHECK(refused.starts_with("Another program already listens on 127.0.0.1 port "));
    CHECK(check_config(busy).wrong == std::vector{refused});
    const auto same_control = config(folder, "journal = \"j\"\ncontrol = \"adoube.control\"\n");
    const auto taken = refusal(same_control);
    CHECK(taken.find("adoube.control is in use by another adoubed") != std::string::npos);
    CHECK(check_config(same_control).wrong == std::vector{taken});
    const auto same_journal = config(folder, "control = \"other.control\"\n");
    const auto in_use = refusal(same_journal);
    CHECK(in_use.find("adoube.journal is in use by another process") != std::string::npos);
    CHECK(check_config(same_journal).wrong == std::vector{in_use});
}

TEST_CASE("what may be right in time stops the check, or is not said") {
    const tests::TemporaryFolder folder;
    const auto absent = check_config(config(folder, "", "", "serial:/dev/no-such-board"));
    CHECK(absent.wrong.empty());
    CHECK(tells(absent.remarks,
                "board 1: port serial:/dev/no-such-board is not there: is the board plugged in?"));
    std::ofstream(folder / "file") << "no board";
    CHECK(tells(check_config(config(folder, "", "", "pty:" + (folder / "file").string())).remarks,
                "is no terminal"));
    CHECK(tells(check_config(config(folder, "journal_copy = \"stick/copy\"\n")).remarks,
                "stick is not there: plug in what it is on"));
    const auto key = folder / "hall.key";
    REQUIRE(evidence::make_key_file(key, "", tlog::SignatureType::note));
    std::filesystem::permissions(key, std::filesystem::perms(0400)); // only read
    CHECK(check_config(config(folder, "evidence_key = \"hall.key\"\n")).wrong.empty());
    std::ofstream(folder / "j.control") << "no socket";
    const auto without_control = check_config(config(folder, "journal = \"j\"\n"));
    CHECK(without_control.wrong.empty());
    CHECK(tells(without_control.remarks, "j.control is some other file"));
    std::filesystem::create_directory(folder / "a");
    CHECK(tells(check_config(config(folder, "tokens = \"a\"\n")).remarks, "a is no file"));
    std::ofstream(folder / "open") << "";
    std::filesystem::permissions(folder / "open", std::filesystem::perms(0644));
    CHECK(tells(check_config(config(folder, "tokens = \"open\"\n")).remarks, "is open to others"));
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(tells(check_config(config(folder, "journal_copy = \"pipe\"\n")).remarks,
                "no copy of the journal is kept: "));
    const auto nobody = check_config(config(folder, "tokens = \"none\"\n"));
    CHECK(nobody.wrong.empty());
    CHECK(tells(nobody.remarks, "nobody can sign in before"));
    CHECK(tells(check_config(config(folder, "", "time_control = \"90+30\"\n")).remarks,
                "time control: 90 seconds and 30 seconds a move; seconds, not minutes: where 90 minutes are "
                "meant, write 90m"));
    CHECK(tells(check_config(config(folder, "", "time_control = \"90\"\n")).remarks,
                "time control: 90 seconds; seconds, not minutes: where 90 minutes are meant, write 90m"));
    CHECK(tells(check_config(config(folder, "", "time_control = \"90+30m\"\n")).remarks,
                "30 minutes for each move, not seconds: where 90 minutes and 30 seconds a move are meant, "
                "write 90m+30"));
    CHECK(check_config(config(folder, "", "rate_of_play = \"blitz\"\ntime_control = \"180+2\"\n")).remarks ==
          std::vector<std::string>{"time control: 3 minutes and 2 seconds a move"});
    CHECK(check_config(config(folder, "", "time_control = \"90m+30\"\n")).remarks ==
          std::vector<std::string>{"time control: 90 minutes and 30 seconds a move"});
}

TEST_CASE("a running daemon would start again with what this computer lacks") {
    const tests::TemporaryFolder folder;
    const auto on = [&](const std::string& listen, const std::string& settings = {}) {
        auto next = config(folder, settings);
        next.listen = *adoubed::parse_listen(listen);
        return next;
    };
    const auto running = on("127.0.0.1:8080", "evidence_key = \"hall.key\"\n");
    const auto wrong = [&](const adoubed::Config& next) {
        std::string keys;
        for (const auto& [key, why] : adoubed::why_no_new_start(next, running)) keys += key + ' ';
        return keys;
    };
    CHECK(wrong(on("127.0.0.2:8080")).empty());
    CHECK(wrong(on("192.0.2.1:8080")) == "listen ");
    CHECK(wrong(on("127.0.0.1:8080", "journal = \"/nowhere/at/all.journal\"\n")) == "journal ");
    CHECK(wrong(on("127.0.0.1:8080", "control = \"/nowhere/at/all\"\n")) == "control ");
    auto next = running;
    std::ofstream(folder / "file") << "x";
    next.programs.push_back({.pty = folder / "file", .boards = {1}, .trademark = {}, .serial = {}});
    CHECK(wrong(next) == "program ");
    boost::asio::io_context context;
    const auto taken = server::listen(context.get_executor(), "127.0.0.1", 0).value();
    next = running;
    next.livechess.emplace().listen =
        *adoubed::parse_listen("127.0.0.1:" + std::to_string(taken.local_endpoint().port()));
    CHECK(wrong(next) == "livechess ");
    std::ofstream(folder / "hall.key") << "no key\n"; // not what the daemon read
    CHECK(wrong(running) == "evidence_key ");
}
