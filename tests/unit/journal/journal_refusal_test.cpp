#include "daemon/journal/copy.hpp"
#include "daemon/journal/journal.hpp"

#include "tests/catch.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/wait_until.hpp"
#include "waiter.hpp"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

using namespace adoube::journal;
using adoube::UtcMs;
using adoube::tests::FileSizeLimit;
using adoube::tests::TemporaryFolder;
using adoube::tests::text_of;
using adoube::tests::Waiter;

namespace {

std::string refusal(const std::filesystem::path& path) {
    const auto journal = Journal::open(path);
    return journal ? "opened" : journal.error();
}

bool mentions(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void write_file(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

void make_journal(const std::filesystem::path& path, int inputs) {
    auto journal = Journal::open(path).value().start({});
    journal.put(OpenGame{{"g1", "{}", {}, {}}});
    for (int n = 0; n < inputs; ++n)
        journal.put(Append{"g1", {std::string(200, 'x'), std::nullopt, UtcMs(n)}});
}

} // namespace

TEST_CASE("a journal in use is refused, and free again once its owner is gone") {
    const TemporaryFolder folder;
    {
        const auto first = Journal::open(folder / "j.db");
        REQUIRE(first);
        const auto sentence = refusal(folder / "j.db");
        CHECK(mentions(sentence, "j.db is in use by another process"));
    }
    CHECK(refusal(folder / "j.db") == "opened");
}

TEST_CASE("files that are no journal are refused and left as they were") {
    const TemporaryFolder folder;
    const auto path = folder / "f";
    SECTION("a text") { write_file(path, std::string(5000, 'a')); }
    SECTION("a PGN shorter than a database header") { write_file(path, "[Event \"x\"]\n"); }
    SECTION("the database of something else") {
        make_journal(path, 1);
        std::string bytes = text_of(path);
        bytes[68] = 0; // application_id
        write_file(path, bytes);
    }
    const std::string before = text_of(path);
    CHECK(mentions(refusal(path), "is no journal but some other file"));
    CHECK(text_of(path) == before);
}

TEST_CASE("a journal of another version is refused by name and number") {
    const TemporaryFolder folder;
    make_journal(folder / "j.db", 1);
    std::string bytes = text_of(folder / "j.db");
    bytes[63] = 11; // user_version
    write_file(folder / "j.db", bytes);
    CHECK(mentions(refusal(folder / "j.db"), "is of version 11"));
    CHECK(mentions(copy_journal(folder / "j.db", folder / "copy.db").error(), "is of version 11"));
    CHECK(!std::filesystem::exists(folder / "copy.db")); // an empty file would pass for a new round
}

TEST_CASE("a damaged journal is refused, not read as if it were whole") {
    const TemporaryFolder folder;
    make_journal(folder / "j.db", 2000);
    const std::string whole = text_of(folder / "j.db");
    REQUIRE(whole.size() > 100'000);
    SECTION("pages overwritten") {
        std::string bytes = whole;
        bytes.replace(8192, 40'000, std::string(40'000, '\x5a'));
        write_file(folder / "j.db", bytes);
        CHECK(mentions(refusal(folder / "j.db"), "is damaged"));
    }
    SECTION("cut short") {
        write_file(folder / "j.db", whole.substr(0, whole.size() / 2));
        CHECK(mentions(refusal(folder / "j.db"), "is damaged"));
    }
}

TEST_CASE("a place that cannot be written is named") {
    const TemporaryFolder folder;
    CHECK(mentions(refusal(folder / "missing/j.db"), "missing/j.db cannot be written"));
    CHECK(mentions(refusal(folder.path()), "is a pipe, a device or a folder, and no file"));
    CHECK(mentions(refusal("/proc/j.db"), "/proc/j.db cannot be written"));
}

TEST_CASE("a pipe in the journal's place, or in its log's, is waited at for ever, by whoever opens it") {
    namespace fs = std::filesystem;
    const TemporaryFolder folder;
    make_journal(folder / "whole", 1);
    for (const std::string part : {"", "-wal", "-journal"}) {
        const auto path = folder / ("j" + part);
        REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
        const auto journal = folder / "j";
        if (!part.empty()) fs::copy_file(folder / "whole", journal);
        CAPTURE(part);
        const std::string no_file = "is a pipe, a device or a folder, and no file";
        CHECK(mentions(refusal(journal), no_file));
        CHECK(mentions(check_can_be_opened(journal).error(), no_file));
        CHECK(mentions(look_over(journal).error(), no_file));
        CHECK(mentions(read_game(journal, "g1").error(), no_file));
        CHECK(mentions(newest_checkpoints(journal).error(), no_file));
        CHECK(mentions(copy_journal(journal, folder / "copy").error(), no_file));
        CHECK(mentions(copy_journal(folder / "whole", journal).error(), no_file));
        CHECK(doubt(journal).empty());
        CHECK(!is_in_use(journal));
        CHECK(!fs::exists(folder / "copy"));
        fs::remove(path);
        fs::remove(journal);
    }
}

TEST_CASE("what is found before the start is not what the start finds, or leaves something behind") {
    namespace fs = std::filesystem;
    const TemporaryFolder folder;
    make_journal(folder / "whole", 2000);
    write_file(folder / "text", std::string(5000, 'a'));
    write_file(folder / "empty", "");
    auto bytes = text_of(folder / "whole");
    write_file(folder / "damaged", bytes.replace(8192, 40'000, std::string(40'000, '\x5a')));
    fs::create_directory(folder / "folder");
    fs::create_symlink("loop", folder / "loop");
    fs::create_symlink("new", folder / "link to nothing");
    fs::create_symlink("no/new", folder / "link to no folder");
    fs::create_symlink("whole", folder / "link");
    fs::copy_file(folder / "whole", folder / "log is a loop");
    fs::create_symlink("log is a loop-wal", folder / "log is a loop-wal");
    make_journal(folder / "not ours", 1);
    fs::permissions(folder / "not ours", fs::perms::none); // root can read it
    for (const std::string name : {"new", "whole", "text", "empty", "damaged", "folder", "folder/", "new/",
                                   "loop", "link to nothing", "link to no folder", "link", "log is a loop",
                                   "not ours", "no/new", "text/new", "loop/new", "/proc/new", "/dev/null"}) {
        CAPTURE(name);
        const auto path = folder.path() / name;
        const auto found = check_can_be_opened(path);
        CHECK(!fs::exists(folder / "new"));
        CHECK((found ? "opened" : found.error()) == refusal(path));
        fs::remove(folder / "new");
    }
    const auto too_long = folder / std::string(300, 'x');
    CHECK(check_can_be_opened(too_long).error() == refusal(too_long));
}

TEST_CASE("a full disk is told once, tried again, and loses nothing") {
    const TemporaryFolder folder;
    Waiter waiter;
    {
        auto journal =
            Journal::open(folder / "j.db", std::chrono::milliseconds(10)).value().start(waiter.events());
        Ticket last = journal.put(OpenGame{{"g1", "{}", {}, {}}});
        REQUIRE(waiter.wait_durable(last));
        {
            const FileSizeLimit full(64 * 1024);
            for (int n = 0; n < 2000; ++n)
                last = journal.put(Append{"g1", {std::string(200, 'x'), std::nullopt, UtcMs(n)}});
            REQUIRE(waiter.wait_trouble());
            const auto refused = FileSizeLimit::refused();
            REQUIRE(adoube::tests::wait_until([&] { return FileSizeLimit::refused() >= refused + 5; }));
            CHECK(waiter.troubles().size() == 1);
            CHECK(mentions(waiter.troubles()[0], "j.db"));
            CHECK(waiter.durable() < last);
        }
        REQUIRE(waiter.wait_durable(last));
        CHECK(waiter.recovered() == 1);
    }
    const auto inputs = Journal::open(folder / "j.db").value().reader().inputs("g1").value();
    REQUIRE(inputs.size() == 2000);
    for (int n = 0; n < 2000; ++n) REQUIRE(inputs[static_cast<std::size_t>(n)].host_utc_ms == UtcMs(n));
}

TEST_CASE("what is confirmed is nowhere once the journal's file was deleted or replaced under the daemon") {
    namespace fs = std::filesystem;
    const TemporaryFolder folder;
    const auto path = folder / "j.db";
    Waiter waiter;
    std::string kept = path.string();
    {
        auto journal = Journal::open(path).value().start(waiter.events());
        REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g", "{}", {}, {}}})));
        SECTION("deleted") { fs::remove(path); }
        SECTION("deleted with its log") {
            for (const auto* part : {"", "-wal", "-shm"}) fs::remove(path.string() + part);
        }
        SECTION("moved away, another in its place") {
            fs::rename(path, folder / "elsewhere");
            std::ofstream(path) << "something else";
            kept += ".kept-1";
        }
        SECTION("its log alone deleted") { fs::remove(path.string() + "-wal"); }
        SECTION("an older log in place of its log") {
            REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"h", "{}", {}, {}}})));
            fs::copy_file(path.string() + "-wal", folder / "older");
            REQUIRE(waiter.wait_durable(journal.put(Append{"h", {"x", std::nullopt, UtcMs(0)}})));
            fs::rename(folder / "older", path.string() + "-wal");
        }
        for (int n = 0; n < 3; ++n)
            REQUIRE(waiter.wait_durable(journal.put(Append{"g", {"x", std::nullopt, UtcMs(n)}})));
        REQUIRE(waiter.troubles().size() == 1);
        CHECK(waiter.troubles().front().find("was deleted or replaced while it was in use") !=
              std::string::npos);
    }
    CHECK(Journal::open(kept).value().reader().inputs("g").value().size() == 3);
    CHECK(kept_beside(path).size() == (kept == path ? 0 : 1));
}

TEST_CASE("a journal whose log is cut or overwritten while it is in use goes on confirming") {
    const TemporaryFolder folder;
    const auto log = folder / "j.db-wal";
    {
        Waiter waiter;
        auto journal =
            Journal::open(folder / "j.db", std::chrono::milliseconds(10)).value().start(waiter.events());
        REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g", "{}", {}, {}}})));
        for (std::int64_t n = 1; n <= 20; ++n)
            REQUIRE(waiter.wait_durable(journal.put(Append{"g", {"x", std::nullopt, UtcMs(-n)}})));
        SECTION("cut") { std::filesystem::resize_file(log, 0); }
        SECTION("cut in its middle") {
            std::filesystem::resize_file(log, std::filesystem::file_size(log) / 5);
        }
        SECTION("overwritten") { std::fstream(log) << std::string(5'000, 'x'); }
        const auto last = journal.put(Append{"g", {"x", std::nullopt, UtcMs(0)}});
        REQUIRE(waiter.wait_trouble());
        CHECK(mentions(waiter.troubles()[0], "was cut or overwritten while it was in use"));
        CHECK(waiter.durable() < last);
    }
    const auto again = Journal::open(folder / "j.db");
    REQUIRE(again);
    CHECK(!again->lost().empty());
}

TEST_CASE("a journal whose log is cut while it is in use is destroyed as it is closed") {
    const TemporaryFolder folder;
    const auto log = folder / "j.db-wal";
    const auto cut_to = GENERATE(0U, 40U, 4'000U); // it uses a page at least
    const auto put = [&](std::int64_t from, bool cut) {
        Waiter waiter;
        auto journal =
            Journal::open(folder / "j.db", std::chrono::milliseconds(10)).value().start(waiter.events());
        if (from == 0) REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g", "{}", {}, {}}})));
        for (auto n = from; n < from + 500; ++n)
            REQUIRE(waiter.wait_durable(
                journal.put(Append{"g", {std::string(100, 'x'), std::nullopt, UtcMs(n)}})));
        if (!cut) return;
        std::filesystem::resize_file(log, cut_to);
        journal.put(Append{"g", {"lost", std::nullopt, UtcMs(from + 500)}});
        REQUIRE(waiter.wait_trouble());
    };
    put(0, false);
    put(500, true);
    auto again = Journal::open(folder / "j.db");
    REQUIRE(again);
    CHECK(again->reader().inputs("g").value().size() >= 500);
    CHECK(!again->lost().empty());
}

TEST_CASE("the log of a journal that is gone is thrown away, and what was recorded last with it") {
    namespace fs = std::filesystem;
    const TemporaryFolder folder, killed;
    const auto path = killed / "j.db", kept = killed / "j.db.kept-1";
    {
        Waiter waiter;
        auto journal = Journal::open(folder / "j.db").value().start(waiter.events());
        REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g", "{}", {}, {}}})));
        REQUIRE(waiter.wait_durable(journal.put(Append{"g", {"x", std::nullopt, UtcMs(0)}})));
        for (const auto& file : fs::directory_iterator(folder.path()))
            fs::copy_file(file, killed / file.path().filename().string());
    }
    fs::rename(path, killed / "elsewhere");
    SECTION("deleted") {}
    SECTION("empty") { write_file(path, ""); }
    const auto log = text_of(path.string() + "-wal");
    REQUIRE(!log.empty());
    CHECK(!look_over(path));
    CHECK(!newest_checkpoints(path));
    CHECK(check_can_be_opened(path));
    CHECK(text_of(path.string() + "-wal") == log);
    const auto told = [&](const std::string& part) {
        const auto sentences = kept_beside(path);
        return sentences.size() == 1 && mentions(sentences[0], part);
    };
    CHECK(told("is gone, and its log " + path.string() + "-wal is there"));
    const auto lost = doubt(path);
    CHECK(mentions(lost, "of game g all of 1 inputs are gone"));
    {
        const auto journal = Journal::open(path);
        REQUIRE(journal);
        CHECK(in_words(path, journal->lost()) == lost);
        CHECK(text_of(kept.string() + "-wal") == log);
        CHECK(told("put it there as " + kept.string()));
    }
    fs::rename(killed / "elsewhere", kept);
    CHECK(told("it holds all that the journal holds, and more (1 input"));
    CHECK(Journal::open(kept).value().reader().inputs("g").value().size() == 1);
    CHECK(told("it holds all that the journal holds, and more (1 input"));
}

TEST_CASE("a journal is put over the log that was moved aside") {
    namespace fs = std::filesystem;
    const TemporaryFolder folder;
    const auto path = folder / "j.db";
    write_file(path.string() + "-wal", "of a journal that is gone");
    Waiter waiter;
    auto journal = Journal::open(path).value().start(waiter.events());
    fs::rename(path, folder / "elsewhere");
    write_file(path, "something else");
    REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g", "{}", {}, {}}})));
    CHECK(mentions(waiter.troubles().front(), path.string() + ".kept-2 and goes on there"));
    CHECK(text_of(path.string() + ".kept-1-wal") == "of a journal that is gone");
}

TEST_CASE("the file in which a daemon went on is not named at the next start, or not what it holds more") {
    namespace fs = std::filesystem;
    const TemporaryFolder folder, killed;
    const auto path = folder / "j.db", kept = folder / "j.db.kept-1";
    auto append = [n = 0](Recorder& journal, Waiter& waiter) mutable {
        REQUIRE(waiter.wait_durable(journal.put(Append{"g", {"x", std::nullopt, UtcMs(60'000 * n++)}})));
    };
    {
        Waiter waiter;
        auto journal = Journal::open(path).value().start(waiter.events());
        REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g", "{}", {}, {}}})));
        append(journal, waiter);
    }
    fs::copy_file(path, folder / "older");
    CHECK(kept_beside(path).empty());
    {
        Waiter waiter;
        auto journal = Journal::open(path).value().start(waiter.events());
        append(journal, waiter);
        fs::rename(folder / "older", path);
        append(journal, waiter);
        CHECK(mentions(waiter.troubles().front(), kept.string() + " and goes on there"));
        append(journal, waiter);
        for (const auto& file : fs::directory_iterator(folder.path()))
            fs::copy_file(file, killed / file.path().filename().string());
        CHECK(fs::file_size(killed / "j.db-wal") == 0); // it was of the removed file
    }
    const auto told = [&] {
        const auto sentences = kept_beside(killed / "j.db");
        REQUIRE(sentences.size() == 1);
        CHECK(mentions(sentences[0], (killed / "j.db.kept-1").string()));
        return sentences[0];
    };
    CHECK(mentions(told(),
                   "holds all that the journal holds, and more (4 inputs, the last of 1970-01-01 00:03 "
                   "UTC; the journal has 1 input, the last of 1970-01-01 00:00 UTC): stop the daemon"));
    {
        Waiter waiter;
        auto opened = Journal::open(killed / "j.db").value();
        CHECK(mentions(told(), "and more")); // also while the daemon has the journal
        auto journal = std::move(opened).start(waiter.events());
        append(journal, waiter);
    }
    CHECK(mentions(told(), "each holds what the other does not (4 inputs"));
    CHECK(Journal::open(killed / "j.db.kept-1").value().reader().inputs("g").value().size() == 4);
    for (const auto* part : {"", "-wal", "-shm", "-mark"}) fs::remove((killed / "j.db").string() + part);
    REQUIRE(copy_journal(kept, killed / "j.db"));
    CHECK(mentions(told(), "the journal holds all of it: delete it"));
    write_file(killed / "j.db.kept-1", "something else");
    CHECK(mentions(told(), "they cannot be compared (journal "));
}
