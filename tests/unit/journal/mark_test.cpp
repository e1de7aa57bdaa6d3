// Confirmed records that are gone are told, whatever became of the log.

#include "lives.hpp"
#include "waiter.hpp"

#include "daemon/journal/copy.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/tier.hpp"
#include "tests/wait_until.hpp"

#include <algorithm>
#include <fstream>

using namespace adoube;
using namespace adoube::journal;
using adoube::UtcMs;
using tests::FaultyDisk;
using tests::TemporaryFolder;
using tests::Waiter;
using End = tests::FaultyDisk::End;
using Files = std::map<std::string, std::string>;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t log_head = 32, log_frame = 24 + 4096;
const std::string path = "round.journal", log_path = path + "-wal", mark_path = path + "-mark";

/// A fully confirmed round whose daemon is killed.
struct Killed {
    tests::Reference reference;
    Files files;
};

std::expected<Journal, std::string> opened(FaultyDisk& disk) {
    return Journal::open(path, std::chrono::milliseconds(1), disk.vfs());
}

Killed killed(std::uint64_t seed, int groups, const Files& before = {}, std::uint64_t first = 0) {
    FaultyDisk disk(seed);
    disk.set_files(before);
    Killed round;
    Waiter waiter;
    auto journal = opened(disk).value().start(waiter.events());
    std::uint64_t at = 0;
    for (auto& group : tests::simulated_round(seed, 3, groups)) {
        for (const auto& record : group) round.reference.apply(record);
        if (at++ < first) continue;
        REQUIRE(waiter.wait_durable(journal.put(std::move(group))));
    }
    round.files = disk.files();
    disk.end_in(End::kill, 1);
    return round;
}

/// Empty, or what was wrong. A refused file counts as told.
std::string check_told(const Killed& round, const Files& files, std::uint64_t seed) {
    FaultyDisk disk(seed);
    disk.set_files(files);
    auto journal = opened(disk);
    if (!journal) return {};
    const auto kept = tests::read_back(*journal);
    if (!kept) return {};
    const bool whole = *kept == round.reference.kept();
    if (whole == journal->lost().empty()) return {};
    return whole ? "told of nothing: " + in_words(path, journal->lost())
                 : "not told: confirmed was " + round.reference.kept().counts() + ", there is " +
                       kept->counts();
}

Files with(Files files, const std::string& name, std::string content) {
    files[name] = std::move(content);
    return files;
}
Files without(Files files, const std::string& name) {
    files.erase(name);
    return files;
}

std::string garbled(std::string content, std::mt19937_64& random, std::size_t from, std::size_t to) {
    for (auto count = 1 + random() % 8; count > 0 && from < to; --count)
        content[from + random() % (to - from)] ^= static_cast<char>(1 + random() % 255);
    return content;
}

Entry input(int n) { return {"input " + std::to_string(n), std::nullopt, UtcMs(n)}; }

/// Inputs `from` to `to` of games g1 and g2.
void write_inputs(Journal opened, int from, int to) {
    Waiter waiter;
    auto journal = std::move(opened).start(waiter.events());
    Ticket last = 0;
    for (const auto* id : {"g1", "g2"}) {
        if (from == 0) last = journal.put(OpenGame{{id, "{}", {}, {}}});
        for (int n = from; n < to; ++n) last = journal.put(Append{id, input(n)});
    }
    REQUIRE(waiter.wait_durable(last));
}

void copy_files(const fs::path& from, const fs::path& to, std::initializer_list<const char*> ends) {
    for (const auto* end : ends)
        if (fs::exists(from.string() + end))
            fs::copy_file(from.string() + end, to.string() + end, fs::copy_options::overwrite_existing);
}

} // namespace

TEST_CASE("a log that is cut anywhere takes nothing along that was confirmed and is not told") {
    for (const auto seed : tests::seeds({4, 40})) {
        const auto round = killed(seed, 40 + static_cast<int>(seed % 5) * 20);
        const auto& log = round.files.at(log_path);
        REQUIRE(log.size() > log_head + 20 * log_frame);
        CHECK(check_told(round, round.files, seed) == "");
        CHECK(check_told(round, without(round.files, log_path), seed) == "");
        std::mt19937_64 random(seed);
        for (auto end = log_head; end < log.size(); end += tests::stride() * log_frame)
            for (const auto cut : {end, end + random() % log_frame}) {
                INFO("seed " << seed << ", cut at " << cut << " of " << log.size());
                CHECK(check_told(round, with(round.files, log_path, log.substr(0, cut)), seed) == "");
            }
    }
}

TEST_CASE("a log whose bytes are garbled takes nothing along that was confirmed and is not told") {
    for (const auto seed : tests::seeds({60, 1000})) {
        INFO("seed " << seed);
        std::mt19937_64 random(seed);
        const auto round = killed(seed, 50);
        const auto& log = round.files.at(log_path);
        CHECK(check_told(round, with(round.files, log_path, garbled(log, random, 0, log.size())), seed) ==
              "");
    }
}

TEST_CASE("a log of a life that began with a journal is told where it is lost, and that journal is not") {
    for (const auto seed : tests::seeds({6, 60})) {
        INFO("seed " << seed);
        FaultyDisk disk(seed);
        disk.set_files(killed(seed, 40).files);
        { auto closed = opened(disk).value(); }
        const auto before = disk.files();
        const auto round = killed(seed, 60, before, 40);
        CHECK(check_told(round, round.files, seed) == "");
        CHECK(check_told(round, without(round.files, log_path), seed) == "");
        CHECK(check_told(round, with(round.files, path, before.at(path)), seed) == "");
        auto older = without(before, mark_path);
        older[mark_path] = round.files.at(mark_path);
        CHECK(check_told(round, older, seed) == "");
    }
}

TEST_CASE("a mark that is damaged is no reason to tell of a loss where its other place is whole") {
    int told = 0;
    for (const auto seed : tests::seeds({30, 300})) {
        INFO("seed " << seed);
        std::mt19937_64 random(seed);
        const auto round = killed(seed, 30);
        const auto& mark = round.files.at(mark_path);
        const auto half = mark.size() / 2, written = std::size_t{80}; // the head, in every state
        const auto place = random() % 2 * half;
        CHECK(check_told(round, with(round.files, mark_path, garbled(mark, random, place, place + written)),
                         seed) == "");
        auto both = garbled(garbled(mark, random, 0, written), random, half, half + written);
        FaultyDisk disk(seed);
        disk.set_files(with(round.files, mark_path, std::move(both)));
        const auto lost = opened(disk).value().lost();
        told += lost == std::vector{Lost{.what = Lost::What::mark}};
    }
    const auto rounds = static_cast<int>(tests::seeds({30, 300}).size());
    CHECK(told >= rounds - 1); // garbling twice may restore it
}

TEST_CASE("what a disk has lost that had said it was there is told, where the mark is on an honest one") {
    int lost = 0;
    const auto seeds = tests::seeds({60, 600});
    for (const auto seed : seeds) {
        INFO("seed " << seed);
        FaultyDisk disk(seed);
        disk.set_files(killed(seed, 20).files);
        { auto closed = opened(disk).value(); }
        disk.lie(mark_path);
        tests::Reference reference;
        {
            Waiter waiter;
            auto journal = opened(disk).value().start(waiter.events());
            std::uint64_t at = 0;
            for (auto& group : tests::simulated_round(seed, 3, 60)) {
                for (const auto& record : group) reference.apply(record);
                if (at++ >= 20) REQUIRE(waiter.wait_durable(journal.put(std::move(group))));
            }
            REQUIRE(tests::wait_until([&] { return disk.is_synced(mark_path); }));
            disk.end_in(End::power_cut, 1);
        }
        disk.start_again();
        auto journal = opened(disk);
        if (!journal) continue; // told as damaged
        const auto kept = tests::read_back(*journal);
        if (!kept) continue;
        const bool whole = *kept == reference.kept();
        CHECK(whole == journal->lost().empty());
        lost += !whole;
    }
    CHECK(lost * 6 > static_cast<int>(seeds.size()));
}

TEST_CASE("which games have lost how many inputs is said, at each start until somebody has seen to it") {
    const TemporaryFolder folder;
    const auto journal = folder / "j.db", older = folder / "older.db";
    write_inputs(Journal::open(journal).value(), 0, 5);
    copy_files(journal, older, {""});
    write_inputs(Journal::open(journal).value(), 5, 12);
    copy_files(older, journal, {""});
    const std::vector<Lost> lost{{.game_id = "g1", .had = 12, .has = 5},
                                 {.game_id = "g2", .had = 12, .has = 5}};
    CHECK(doubt(journal) == in_words(journal, lost));
    CHECK(Journal::open(journal).value().lost() == lost);
    CHECK(in_words(journal, lost) ==
          "journal " + journal.string() +
              " does not hold all that it held: of game g1 the last 7 of 12 inputs are gone, of game g2 the "
              "last 7 of 12 inputs are gone. Its -wal file was cut, damaged or left behind, or an older copy "
              "was put in its place: if you have what was there, stop the daemon and put it back, else "
              "compare moves and clocks with the scoresheets; then delete " +
              journal.string() + "-lost");
    write_inputs(Journal::open(journal).value(), 5, 20); // it goes on
    CHECK(Journal::open(journal).value().lost() == lost);
    CHECK(doubt(journal) == in_words(journal, lost));
    fs::remove(journal.string() + "-lost");
    CHECK(Journal::open(journal).value().lost().empty());
    CHECK(doubt(journal).empty());
}

TEST_CASE("a journal that is gone, while its mark is there, is told of") {
    const TemporaryFolder folder;
    write_inputs(Journal::open(folder / "j.db").value(), 0, 5);
    fs::remove(folder / "j.db");
    CHECK(Journal::open(folder / "j.db").value().lost() ==
          std::vector<Lost>{{.game_id = "g1", .had = 5},
                            {.game_id = "g2", .had = 5},
                            {.what = Lost::What::records, .had = 12, .has = 10}});
}

TEST_CASE("a journal that went on from another moment than its mark is told of, however much it holds") {
    const TemporaryFolder folder;
    const auto journal = folder / "j.db", copy = folder / "copy.db";
    write_inputs(Journal::open(journal).value(), 0, 5);
    REQUIRE(copy_journal(journal, copy));
    write_inputs(Journal::open(journal).value(), 5, 8);
    write_inputs(Journal::open(copy).value(), 6, 30);
    copy_files(copy, journal, {""});
    const auto lost = Journal::open(journal).value().lost();
    REQUIRE(lost.size() == 2);
    CHECK(lost.front() == Lost{.what = Lost::What::content, .game_id = "g1", .had = 8, .has = 29});
}

TEST_CASE("what was held, armed or deleted and is gone is told of, though no input is missing") {
    const TemporaryFolder folder;
    const auto journal = folder / "j.db", older = folder / "older.db";
    write_inputs(Journal::open(journal).value(), 0, 5);
    copy_files(journal, older, {""});
    {
        Waiter waiter;
        auto open = Journal::open(journal).value().start(waiter.events());
        REQUIRE(waiter.wait_durable(open.put(HoldGame{"g1", {"an appeal", UtcMs(8)}})));
    }
    copy_files(older, journal, {""});
    const auto lost = Journal::open(journal).value().lost();
    CHECK(lost == std::vector<Lost>{{.what = Lost::What::records, .had = 13, .has = 12}});
}

TEST_CASE("of a journal that was copied alone while it was in use it is said that it may be behind") {
    const TemporaryFolder folder;
    const auto journal = folder / "j.db", copy = folder / "copy.db";
    {
        Waiter waiter;
        auto open = Journal::open(journal).value().start(waiter.events());
        REQUIRE(waiter.wait_durable(open.put(OpenGame{{"g1", "{}", {}, {}}})));
        SECTION("by cp") {
            copy_files(journal, copy, {""});
            CHECK(doubt(copy).find("it was in use when this was written") != std::string::npos);
            CHECK(Journal::open(copy).value().lost() == std::vector<Lost>{{.what = Lost::What::mark}});
            CHECK(Journal::open(copy).value().lost().size() == 1);
        }
        SECTION("with its log and its mark") { copy_files(journal, copy, {"", "-wal", "-mark"}); }
        SECTION("as it is to be copied") { REQUIRE(copy_journal(journal, copy)); }
    }
    if (fs::exists(copy.string() + "-lost")) return;
    if (!fs::exists(copy)) copy_files(journal, copy, {""}); // closed
    CHECK(doubt(copy).empty());
    CHECK(Journal::open(copy).value().lost().empty());
    CHECK(Journal::open(copy).value().reader().games().value().size() == 1);
}

TEST_CASE("a copy that is put in the place of its journal when it has all of it is that journal") {
    const TemporaryFolder folder;
    const auto journal = folder / "j.db", copy = folder / "copy.db";
    write_inputs(Journal::open(journal).value(), 0, 5);
    REQUIRE(copy_journal(journal, copy));
    copy_files(copy, journal, {""});
    CHECK(Journal::open(journal).value().lost().empty());
    write_inputs(Journal::open(journal).value(), 5, 9);
    CHECK(Journal::open(journal).value().lost().empty());
}

TEST_CASE("of a game that was deleted nothing is left in the mark, and that it is gone is no loss") {
    const TemporaryFolder folder;
    const auto journal = folder / "j.db";
    write_inputs(Journal::open(journal).value(), 0, 5);
    REQUIRE(tests::text_of(journal.string() + "-mark").find(" g1\n") != std::string::npos);
    {
        Waiter waiter;
        auto open = Journal::open(journal).value().start(waiter.events());
        REQUIRE(waiter.wait_durable(open.put(DeleteGame{{"g1", UtcMs(9), "by hand", 6, ""}, 0})));
        open.tidy();
        REQUIRE(waiter.wait_erased());
    }
    const auto mark = tests::text_of(journal.string() + "-mark");
    CHECK(mark.find(" g1\n") == std::string::npos);
    CHECK(mark.find(" g2\n") != std::string::npos);
    CHECK(Journal::open(journal).value().lost().empty());
}
