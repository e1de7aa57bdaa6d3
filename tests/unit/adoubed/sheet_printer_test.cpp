#include "daemon/adoubed/sheet_printer.hpp"

#include "daemon/adoubed/lp.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/journal/look.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/unit/evidence/recorded_game.hpp"
#include "tests/wait_until.hpp"

#include <fcntl.h>

using namespace adoube;
using adoubed::PrintList;
using adoubed::SheetPrinter;
using namespace std::chrono_literals;

namespace {

/// A command of this name that does `does`, before all others in PATH.
class FakeLp {
  public:
    explicit FakeLp(const std::string& does) {
        const auto file = folder_ / "lp";
        std::ofstream(file) << "#!/bin/sh\ncd " << folder_.path().string() << "\n" << does << "\n";
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        ::setenv("PATH", (folder_.path().string() + ":" + before_).c_str(), 1);
    }
    ~FakeLp() { ::setenv("PATH", before_.c_str(), 1); }
    std::string wrote(const std::string& name) const { return tests::text_of(folder_ / name); }

  private:
    std::string before_ = std::getenv("PATH");
    tests::TemporaryFolder folder_;
};

const std::atomic<bool> go_on = false;

adoubed::PrintConfig to_office() {
    adoubed::PrintConfig config;
    config.printer = "Office";
    return config;
}

} // namespace

TEST_CASE("lp gets the sheet, the printer and the title as they are, whatever is in them") {
    const FakeLp lp("cat > sheet; for word; do echo \"$word\"; done > words; echo request id is Office-7");
    const std::string pdf(300'000, 'x'); // more than a pipe holds
    const auto answer = adoubed::print("Office; touch spoilt", "A $(title) 'of' it", pdf, 20s, go_on);
    REQUIRE(answer == "request id is Office-7");
    CHECK(lp.wrote("sheet") == pdf);
    CHECK(lp.wrote("words") == "-d\nOffice; touch spoilt\n-t\nA $(title) 'of' it\n-\n");
}

TEST_CASE("lp inherits nothing that the daemon has open") {
    const FakeLp lp("ls /proc/self/fd > open; echo done");
    const int fd = ::fcntl(1, F_DUPFD, 50); // open at exec, as a socket of Asio
    REQUIRE(adoubed::print("Office", "t", "x", 20s, go_on));
    ::close(fd);
    CHECK(lp.wrote("open").find(std::to_string(fd) + "\n") == std::string::npos);
}

TEST_CASE("a printer that refuses, talks without end, hangs or is missing is told in one sentence") {
    const auto said = [](const std::string& does, std::chrono::milliseconds longest = 20s) {
        const FakeLp lp(does);
        const auto answer = adoubed::print("Office", "t", std::string(200'000, 'x'), longest, go_on);
        REQUIRE_FALSE(answer);
        return answer.error();
    };
    CHECK(said("echo 'lp: The printer or class does not exist.' >&2; exit 1") ==
          "printer \"Office\": lp refused the sheet: lp: The printer or class does not exist.");
    CHECK(said("yes | head -c 5000000; exit 1").size() < 100);
    const auto begun = std::chrono::steady_clock::now();
    CHECK(said("exec sleep 100", 1s).find("lp did not end within 1 seconds") != std::string::npos);
    CHECK(std::chrono::steady_clock::now() - begun < 50s);
    const std::string path = std::getenv("PATH");
    ::setenv("PATH", "/nowhere", 1);
    const auto missing = adoubed::print("Office", "t", "x", 20s, go_on);
    ::setenv("PATH", path.c_str(), 1);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().find("install cups-client") != std::string::npos);
}

TEST_CASE("a game is printed once its end is in the journal, counted and told; a failure stops no other") {
    const tests::TemporaryFolder folder;
    const auto file = folder / "hall.journal";
    auto journal = journal::Journal::open(file).value().start({});
    const tests::RecordedGame recorded;
    journal.put(journal::OpenGame{recorded.game});
    std::mutex mutex;
    std::vector<std::pair<std::string, bool>> told;
    const auto heard = [&] {
        const std::lock_guard lock(mutex);
        return told;
    };
    const FakeLp lp("cat > sheet; echo request id is Office-1");
    SheetPrinter printer(to_office(), file,
                         [&](const std::string& sentence, bool trouble) {
                             const std::lock_guard lock(mutex);
                             told.emplace_back(sentence, trouble);
                         },
                         {.settle = 50ms, .longest = 20s});
    printer.game_ended("no such game");
    printer.game_ended(recorded.game.id);
    REQUIRE(tests::wait_until([&] { return heard().size() == 1; }));
    CHECK(heard()[0].second);
    std::this_thread::sleep_for(200ms); // its end is not recorded: nothing is printed
    CHECK(heard().size() == 1);
    CHECK(printer.state().waiting <= 1);
    journal.put(journal::CloseGame{recorded.game.id, UtcMs(1)});
    REQUIRE(tests::wait_until([&] { return heard().size() == 2; }));
    CHECK_FALSE(heard()[1].second);
    CHECK(heard()[1].first.ends_with("is printed: request id is Office-1"));
    CHECK(lp.wrote("sheet").starts_with("%PDF-"));
    CHECK(printer.state().printed == 1);
    REQUIRE(printer.state().doubtful.size() == 1);
    CHECK(printer.state().doubtful[0].game == "no such game");
    CHECK_FALSE(printer.state().doubtful[0].printed);
}

TEST_CASE("the daemon's end does not wait for a printer that hangs") {
    const tests::TemporaryFolder folder;
    const auto file = folder / "hall.journal";
    auto journal = journal::Journal::open(file).value().start({});
    const tests::RecordedGame recorded;
    journal.put(journal::OpenGame{recorded.game});
    journal.put(journal::CloseGame{recorded.game.id, UtcMs(1)});
    REQUIRE(tests::wait_until([&] {
        const auto game = journal::read_game(file, recorded.game.id);
        return game && game->game.closed_utc_ms;
    }));
    const FakeLp lp("echo here > began; exec sleep 100");
    const auto begun = std::chrono::steady_clock::now();
    {
        SheetPrinter printer(to_office(), file, [](const std::string&, bool) {},
                             {.settle = 0ms, .longest = 100s});
        printer.game_ended(recorded.game.id);
        REQUIRE(tests::wait_until([&] { return !lp.wrote("began").empty(); }));
    }
    CHECK(std::chrono::steady_clock::now() - begun < 50s);
    CHECK(PrintList::read(PrintList::file_beside(file)).value() == PrintList{{recorded.game.id}, {}});
}

namespace {

/// A journal with one game that is over.
struct GameOver {
    GameOver() {
        disk.put(journal::OpenGame{recorded.game});
        disk.put(journal::CloseGame{id, UtcMs(1)});
        REQUIRE(tests::wait_until([&] {
            const auto game = journal::read_game(file, id);
            return game && game->game.closed_utc_ms;
        }));
    }
    SheetPrinter printer() {
        return {to_office(), file, [](const std::string&, bool) {}, {.settle = 10ms, .longest = 20s}};
    }
    PrintList kept() const { return PrintList::read(PrintList::file_beside(file)).value(); }

    const tests::TemporaryFolder folder;
    const std::filesystem::path file = folder / "hall.journal";
    journal::Recorder disk = journal::Journal::open(file).value().start({});
    const tests::RecordedGame recorded;
    const std::string id = recorded.game.id;
};

} // namespace

TEST_CASE_METHOD(
    GameOver, "a sheet that could not be printed is forgotten by a restart, stays red once it was printed, "
              "or cannot be dismissed") {
    const auto doubtful = [](const SheetPrinter& at) { return at.state().doubtful.size(); };
    const auto comes_to = [&](const SheetPrinter& at, std::size_t count) {
        return tests::wait_until([&] { return doubtful(at) == count && at.state().waiting == 0; });
    };
    {
        const FakeLp lp("echo 'no paper' >&2; exit 1");
        auto at = printer();
        at.game_ended(id);
        REQUIRE(comes_to(at, 1));
        CHECK(at.state().doubtful[0].game == id);
        CHECK(at.state().doubtful[0].why == "printer \"Office\": lp refused the sheet: no paper");
        CHECK(at.print_again() == 1);
        REQUIRE(comes_to(at, 1)); // still no paper
    }
    REQUIRE(kept().doubtful.size() == 1);
    CHECK(kept().waiting.empty());
    const FakeLp lp("cat > sheet; echo request id is Office-2");
    {
        auto at = printer();
        REQUIRE(comes_to(at, 1));
        CHECK(at.print_again() == 1);
        REQUIRE(comes_to(at, 0));
        CHECK(at.state().printed == 1);
        CHECK(lp.wrote("sheet").starts_with("%PDF-"));
        CHECK(at.print_again() == 0);
    }
    CHECK(kept() == PrintList{});
    {
        auto at = printer();
        at.game_ended("no such game");
        REQUIRE(comes_to(at, 1));
        CHECK(at.dismiss() == 1);
        CHECK(doubtful(at) == 0);
    }
    CHECK(kept() == PrintList{});
}

TEST_CASE_METHOD(
    GameOver, "what waits for the printer when the daemon ends is not printed after the restart, or twice") {
    {
        const FakeLp lp("echo here > began; exec sleep 100");
        auto at = printer();
        at.game_ended(id);
        REQUIRE(tests::wait_until([&] { return !lp.wrote("began").empty(); }));
    }
    CHECK(kept() == PrintList{{id}, {}});
    const FakeLp lp("cat > sheet; echo request id is Office-3");
    auto at = printer();
    at.game_ended(id); // its end is told anew
    REQUIRE(tests::wait_until([&] { return at.state().printed > 0; }));
    REQUIRE(tests::wait_until([&] { return kept() == PrintList{}; }));
    CHECK(at.state().printed == 1);
    CHECK(at.state().waiting == 0);
}

TEST_CASE_METHOD(
    GameOver,
    "a list of waiting sheets that is damaged, or cannot be written, stops the printing or is not told") {
    std::ofstream(PrintList::file_beside(file)) << "{\"waiting\":[1]}";
    std::mutex mutex;
    std::vector<std::string> troubles;
    const auto told = [&](const std::string& part) {
        const std::lock_guard lock(mutex);
        return std::ranges::count_if(troubles, [&](const std::string& each) { return each.contains(part); });
    };
    const FakeLp lp("cat > sheet; echo request id is Office-4");
    SheetPrinter at(to_office(), file,
                    [&](const std::string& sentence, bool trouble) {
                        const std::lock_guard lock(mutex);
                        if (trouble) troubles.push_back(sentence);
                    },
                    {.settle = 10ms, .longest = 20s});
    at.game_ended(id);
    REQUIRE(tests::wait_until([&] { return at.state().printed == 1; }));
    CHECK(told("holds no list of scoresheets") == 1);
    REQUIRE(tests::wait_until([&] { return PrintList::read(PrintList::file_beside(file)) == PrintList{}; }));
    std::filesystem::remove(PrintList::file_beside(file));
    std::filesystem::create_directory(PrintList::file_beside(file)); // no file can take this name
    for (const auto* game : {"one", "two"}) at.game_ended(game);
    REQUIRE(tests::wait_until([&] { return at.state().doubtful.size() == 2; }));
    CHECK(told("are forgotten if the daemon ends") == 1);
}

TEST_CASE("a list of sheets is another once it was read") {
    const tests::TemporaryFolder folder;
    const auto file = folder / "hall.journal-printing";
    CHECK(PrintList::read(file).value() == PrintList{});
    const PrintList list{{"E-r1-b1", "a \"b\""},
                         {{"E-r1-b2", false, "no paper"}, {"E-r1-b3", true, "3 characters"}}};
    REQUIRE(list.write(file));
    CHECK(PrintList::read(file).value() == list);
    for (const auto* text :
         {"", "[]", "{}", R"({"waiting":[],"doubtful":{}})", R"({"waiting":[],"doubtful":[{"game":"x"}]})"}) {
        std::ofstream(file) << text;
        CHECK_FALSE(PrintList::read(file));
    }
}
