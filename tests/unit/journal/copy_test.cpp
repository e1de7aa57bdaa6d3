#include "daemon/journal/copy.hpp"

#include "daemon/journal/file/copy_store.hpp"
#include "daemon/journal/file/record_writer.hpp"
#include "daemon/journal/file/schema.hpp"
#include "daemon/journal/file/waiting_inputs.hpp"
#include "lives.hpp"
#include "tests/catch.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/wait_until.hpp"
#include "waiter.hpp"

#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <thread>

using namespace adoube;
using namespace adoube::journal;
using adoube::UtcMs;
using namespace std::chrono_literals;
using tests::FaultyDisk;
using tests::TemporaryFolder;
using tests::text_of;
using tests::Waiter;

namespace {

using Rows = std::vector<std::string>;

/// Of all games, however they are stored.
Rows inputs_in(sqlite3* database) {
    Rows rows;
    std::map<std::int64_t, std::int64_t> last; // by game
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(
                database,
                "SELECT inputs, waits FROM (SELECT 0 AS waits, game AS a, last AS b, inputs FROM runs"
                " UNION ALL SELECT 1, n, 0, inputs FROM batches) ORDER BY waits, a, b",
                -1, &statement, nullptr) == SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const std::string_view bytes(static_cast<const char*>(sqlite3_column_blob(statement, 0)),
                                     static_cast<std::size_t>(sqlite3_column_bytes(statement, 0)));
        const bool waits = sqlite3_column_int(statement, 1) != 0;
        const auto inputs = waits ? parse_inputs(bytes) : parse_run(bytes);
        REQUIRE(inputs);
        for (const auto& [game, n, host_utc_ms, source, line] : *inputs) {
            if (n <= last[game]) continue; // settled already
            last[game] = n;
            auto row = std::to_string(game) + '|' + std::to_string(n) + '|' + line + '|' +
                       std::to_string(host_utc_ms.count()) + '|';
            row += source ? std::to_string(source->board) + '|' +
                                std::to_string(static_cast<std::int64_t>(source->board_us.count())) + '|'
                          : "NULL|NULL|";
            rows.push_back(row + (source && source->sequence ? std::to_string(*source->sequence) : "NULL"));
        }
    }
    REQUIRE(sqlite3_finalize(statement) == SQLITE_OK);
    return rows;
}

std::map<std::string, Rows> content(const std::filesystem::path& file) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
    sqlite3_busy_timeout(database, 20'000);
    REQUIRE(sqlite3_exec(database, "BEGIN", nullptr, nullptr, nullptr) == SQLITE_OK);
    const auto rows_of = [&](const std::string& sql) {
        Rows rows;
        sqlite3_stmt* statement = nullptr;
        INFO(sql << ": " << sqlite3_errmsg(database));
        REQUIRE(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            std::string row;
            for (int column = 0; column < sqlite3_column_count(statement); ++column) {
                const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
                row += std::string(column ? "|" : "") + (text ? text : "NULL");
            }
            rows.push_back(std::move(row));
        }
        REQUIRE(sqlite3_finalize(statement) == SQLITE_OK);
        return rows;
    };
    std::map<std::string, Rows> all;
    for (const auto& table : rows_of("SELECT name FROM sqlite_master WHERE type = 'table'"))
        all[table] = rows_of("SELECT * FROM " + table);
    all["inputs"] = inputs_in(database);
    all.erase("runs"); // a copy has its own
    sqlite3_close(database);
    return all;
}

/// Inputs by game number, all else as one.
std::map<std::string, Rows> by_game(const std::string& table, const Rows& rows) {
    std::map<std::string, Rows> games;
    for (const auto& row : rows) games[table == "inputs" ? row.substr(0, row.find('|')) : ""].push_back(row);
    return games;
}

bool is_beginning(const std::map<std::string, Rows>& of, const std::map<std::string, Rows>& whole) {
    return std::ranges::all_of(of, [&](const auto& game) {
        const auto& [name, rows] = game;
        const auto there = whole.find(name);
        return there != whole.end() && rows.size() <= there->second.size() &&
               std::equal(rows.begin(), rows.end(), there->second.begin());
    });
}

void write_journal(const std::filesystem::path& path, std::uint64_t seed, int groups,
                   bool all_are_kept = false) {
    auto journal = Journal::open(path).value().start({});
    for (auto& group : tests::simulated_round(seed, 3, groups, all_are_kept)) journal.put(std::move(group));
}

std::string copied(const std::filesystem::path& journal, const std::filesystem::path& copy) {
    const auto done = copy_journal(journal, copy);
    return done ? "copied" : done.error();
}

bool mentions(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

class Said {
  public:
    CopyEvents events() {
        return {.trouble = [this](std::string sentence) { add(std::move(sentence)); },
                .kept = [this](bool on_one_disk) { add(on_one_disk ? "kept, on one disk" : "kept"); }};
    }
    bool wait(std::size_t count) {
        return tests::wait_until([&] { return all().size() >= count; });
    }
    std::vector<std::string> all() {
        const std::lock_guard lock(mutex_);
        return all_;
    }

  private:
    void add(std::string sentence) {
        const std::lock_guard lock(mutex_);
        all_.push_back(std::move(sentence));
    }
    std::mutex mutex_;
    std::vector<std::string> all_;
};

Database set_up(const char* name, FaultyDisk& disk) {
    Database database(name, disk.vfs());
    REQUIRE(database.open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI) == SQLITE_OK);
    REQUIRE(check_is_ours_or_new(database));
    REQUIRE(database.try_to("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL"));
    return database;
}

/// A journal without a WAL.
struct OneFile {
    OneFile(const char* name, FaultyDisk& disk) : reader(Reader::of(set_up(name, disk)).value()) {}
    Reader reader;
    RecordWriter writer = RecordWriter::of(reader.database()).value();
};

} // namespace

TEST_CASE("a copy that follows is at every moment what the journal was, and in the end what it is") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    const auto round = tests::simulated_round(7, 3, 200);
    int looks = 0;
    {
        Waiter waiter;
        Said said;
        std::optional<FollowingCopy> following; // ends after the journal
        auto journal = Journal::open(path).value().start(waiter.events());
        following.emplace(path, copy, said.events(), 1ms);
        REQUIRE(said.wait(1));
        for (std::size_t at = 0; at < round.size(); ++at) {
            const auto ticket = journal.put(round[at]);
            if (at % 10 != 0) continue;
            REQUIRE(waiter.wait_durable(ticket));
            if (at == 0) REQUIRE(tests::wait_until([&] { return !content(copy).at("inputs").empty(); }));
            const auto before = content(copy), then = content(path);
            for (const auto& [table, rows] : before) {
                INFO(table);
                const bool only_grows = table == "inputs" || table == "checkpoints" || table == "armed";
                if (only_grows && then.at("tombstones").empty())
                    CHECK(is_beginning(by_game(table, rows), by_game(table, then.at(table))));
            }
            looks += !before.at("inputs").empty();
        }
        CHECK(said.all() == std::vector<std::string>{"kept, on one disk"});
    }
    CHECK(looks > 10);
    CHECK(content(copy) == content(path));
    CHECK(content(copy).at("checkpoints").size() > 10);
    CHECK(content(copy).at("tombstones").size() > 1);
    CHECK(!std::filesystem::exists(copy.string() + "-wal")); // one file
    CHECK(!std::filesystem::exists(copy.string() + "-journal"));
}

TEST_CASE("a copy goes on where it ended, also when far more is missing than is brought over at once") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    for (const int groups : {1, 40, 40, 9000}) {
        INFO(groups << " groups");
        std::filesystem::remove(path); // the same round, played longer
        write_journal(path, 3, groups, true);
        const auto counted = copy_journal(path, copy);
        REQUIRE(counted);
        CHECK(content(copy) == content(path));
        CHECK(counted->inputs == content(path).at("inputs").size());
        CHECK(counted->last_utc_ms);
    }
    CHECK(content(path).at("inputs").size() > 25'000);
    auto reopened = Journal::open(copy); // and is a journal
    REQUIRE(reopened);
    CHECK(reopened->reader().games()->size() == content(path).at("games").size());
}

TEST_CASE("a copy that has much to bring over holds checkpoints of inputs that it does not have yet") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    write_journal(path, 3, 9000, true);
    auto store = CopyStore::open(copy, path);
    REQUIRE(store);
    const auto signed_heads = [&] {
        std::size_t count = 0;
        const auto games = store->reader().games().value();
        for (const auto& game : games) count += store->reader().checkpoints(game.id).value().size();
        return count;
    };
    int steps = 1;
    for (; store->copy_more().value(); ++steps) CHECK(signed_heads() == 0);
    CHECK(steps > 2);
    CHECK(signed_heads() > 0);
}

namespace {

Append numbered(int game, std::uint32_t sequence) {
    const auto name = std::to_string(game);
    return {"g" + name,
            {"input " + std::to_string(sequence) + std::string(20, '.'),
             record::Origin{"board" + name, 7, sequence, BoardUs(sequence)}, UtcMs(sequence)}};
}

/// Of games 0 to 2, so many of each from this number on.
void put_inputs(Recorder& journal, Waiter& waiter, std::uint32_t from, std::uint32_t count) {
    std::vector<Record> records;
    for (int game = 0; game < 3; ++game)
        for (auto sequence = from; sequence < from + count; ++sequence)
            records.push_back(numbered(game, sequence));
    REQUIRE(waiter.wait_durable(journal.put(std::move(records))));
}

Recorder opened_with_games(const std::filesystem::path& path, Waiter& waiter) {
    auto journal = Journal::open(path).value().start(waiter.events());
    for (int game = 0; game < 3; ++game)
        journal.put(OpenGame{{"g" + std::to_string(game), "header", UtcMs(1), {}, {}}});
    return journal;
}

} // namespace

TEST_CASE("a copy that is pulled out with a part of what was settled refuses the rest, as if it had it") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    constexpr std::uint32_t before = 100, count = 8'000;
    {
        Waiter waiter;
        auto journal = opened_with_games(path, waiter);
        put_inputs(journal, waiter, 0, before);
        {
            auto store = CopyStore::open(copy, path).value();
            REQUIRE(store.copy_more() == false);
        }
        put_inputs(journal, waiter, before, count); // too many to wait
        put_inputs(journal, waiter, before + count, 1);
        journal.put(OpenGame{{"g3", "header", UtcMs(1), {}, {}}});
        for (const auto* ended : {"g2", "g3"}) journal.put(CloseGame{ended, UtcMs(3)});
    }
    REQUIRE(CopyStore::open(copy, path).value().copy_more() == true); // there is more
    auto there = Journal::open(copy).value();
    for (const auto* ended : {"g2", "g3"}) CHECK(!there.reader().game(ended).value()->closed_utc_ms);
    std::uint32_t lacking = 0;
    std::vector<Record> again;
    for (int game = 0; game < 3; ++game) {
        const auto has = there.reader().inputs("g" + std::to_string(game)).value().size();
        CHECK(has >= before);
        for (auto sequence = static_cast<std::uint32_t>(has); sequence < before + count + 1; ++sequence)
            again.push_back(numbered(game, sequence)), ++lacking;
    }
    CHECK(lacking > 0);
    Waiter waiter;
    auto journal = std::move(there).start(waiter.events());
    REQUIRE(waiter.wait_durable(journal.put(std::move(again))));
    CHECK(waiter.refused().empty());
}

TEST_CASE("a copy that is pulled out with a part of a deletion brings back what was deleted") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    constexpr std::uint32_t count = 5'400; // of three games: they wait, and those of two are more than a part
    Waiter waiter;
    auto journal = opened_with_games(path, waiter);
    put_inputs(journal, waiter, 0, count);
    {
        auto store = CopyStore::open(copy, path).value();
        REQUIRE(store.copy_more() == false);
        REQUIRE(store.reader().inputs("g0").value().size() == count);
    }
    REQUIRE(waiter.wait_durable(journal.put(DeleteGame{{"g0", UtcMs(2), "by hand", count + 1, "root"}, 0})));
    REQUIRE(waiter.refused().empty());
    REQUIRE(CopyStore::open(copy, path).value().copy_more() == true); // there is more
    CHECK(Journal::open(copy).value().reader().inputs("g0").value().empty());
    CHECK(std::ranges::none_of(content(copy).at("inputs"),
                               [](const auto& row) { return row.starts_with("1|"); }));
}

TEST_CASE("a copy is never written over what is none of this journal, nor over what went on from it") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    write_journal(path, 1, 30);
    SECTION("a text") {
        std::ofstream(copy) << std::string(3000, 'a');
        const auto before = text_of(copy);
        CHECK(mentions(copied(path, copy), "copy.journal is no journal but some other file"));
        CHECK(text_of(copy) == before);
    }
    SECTION("of another event") {
        write_journal(copy, 2, 10);
        const auto before = content(copy);
        CHECK(mentions(copied(path, copy), "copy.journal is no earlier copy of journal"));
        CHECK(content(copy) == before);
    }
    SECTION("newer") {
        REQUIRE(copied(path, copy) == "copied");
        auto journal = Journal::open(copy).value().start({});
        journal.put(Append{"g1", {"played on the spare", std::nullopt, UtcMs(5)}});
        CHECK(mentions(copied(path, copy), "is in use by another process"));
        journal = Journal::open(folder / "other").value().start({});
        const auto before = content(copy);
        CHECK(mentions(copied(path, copy), "a round that was continued on it"));
        CHECK(content(copy) == before);
    }
    SECTION("newer, and the journal has since grown as much") {
        REQUIRE(copied(path, copy) == "copied");
        for (const auto& [file, line] : {std::pair(copy, "there"), std::pair(path, "here")}) {
            auto journal = Journal::open(file).value().start({});
            journal.put(Append{"g1", {line, std::nullopt, UtcMs(5)}});
        }
        const auto before = content(copy);
        CHECK(mentions(copied(path, copy), "is no earlier copy of journal"));
        CHECK(content(copy) == before);
    }
    SECTION("the journal itself") {
        CHECK(mentions(copied(path, path), "is the journal itself"));
        std::filesystem::create_hard_link(path, copy);
        CHECK(mentions(copied(path, copy), "is the journal itself"));
    }
    SECTION("a place that is not there") {
        CHECK(mentions(copied(path, folder / "stick/copy"), "stick is not there: plug in"));
        CHECK(mentions(copied(folder / "none", copy),
                       "journal " + (folder / "none").string() + " is not there"));
        CHECK(!std::filesystem::exists(folder / "none"));
    }
}

TEST_CASE("a stick that is pulled out and put back is told once each, and the copy goes on") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", stick = folder / "stick";
    std::filesystem::create_directory(stick);
    Said said;
    tests::Waiter waiter;
    auto journal = Journal::open(path).value().start(waiter.events());
    journal.put(OpenGame{{"g1", "{}", {}, {}}});
    {
        const FollowingCopy following(path, stick / "copy", said.events(), 1ms);
        REQUIRE(said.wait(1));
        // While idle: else a failed write might be told too.
        REQUIRE(tests::wait_until([&] { return content(stick / "copy").at("games").size() == 1; }));
        std::filesystem::rename(stick, folder / "pocket");
        REQUIRE(said.wait(2));
        REQUIRE(waiter.wait_durable(journal.put(Append{"g1", {"while it was out", std::nullopt, UtcMs(5)}})));
        std::filesystem::rename(folder / "pocket", stick);
        REQUIRE(said.wait(3));
    }
    const auto all = said.all();
    REQUIRE(all.size() == 3);
    CHECK(all[0] == "kept, on one disk");
    CHECK(mentions(all[1], "stick is not there: plug in what it is on"));
    CHECK(all[2] == "kept, on one disk");
    CHECK(content(stick / "copy").at("inputs").size() == 1);
}

TEST_CASE("a copy gets nothing more once its journal was deleted and written anew") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy";
    Said said;
    tests::Waiter waiter;
    auto journal = Journal::open(path).value().start(waiter.events());
    REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g1", "{}", {}, {}}})));
    const FollowingCopy following(path, copy, said.events(), 1ms);
    REQUIRE(said.wait(1));
    std::filesystem::remove(path);
    REQUIRE(waiter.wait_durable(journal.put(Append{"g1", {"on its way out", std::nullopt, UtcMs(5)}})));
    REQUIRE(waiter.wait_durable(journal.put(Append{"g1", {"in the new one", std::nullopt, UtcMs(6)}})));
    CHECK(tests::wait_until([&] { return content(copy).at("inputs").size() == 2; }));
    CHECK(waiter.troubles().size() == 1);
    CHECK(mentions(waiter.troubles().front(), "it was written anew, whole"));
}

TEST_CASE("a copy is taken off a stick that was pulled out in the middle of a write, as it was before it") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy";
    write_journal(path, 1, 300);
    REQUIRE(copied(path, copy) == "copied");
    const auto before = content(copy);
    std::filesystem::create_directory(folder / "stick");
    sqlite3* writer = nullptr;
    REQUIRE(sqlite3_open_v2(copy.c_str(), &writer, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK);
    REQUIRE(sqlite3_exec(writer, "PRAGMA cache_size = 1; BEGIN; UPDATE runs SET inputs = inputs || 'half'",
                         nullptr, nullptr, nullptr) == SQLITE_OK);
    for (const auto* end : {"", "-journal"})
        std::filesystem::copy_file(copy.string() + end, folder / ("stick/copy" + std::string(end)));
    REQUIRE(sqlite3_close(writer) == SQLITE_OK);
    REQUIRE(text_of(folder / "stick/copy").find("xhalf") != std::string::npos); // it was written to
    CHECK(copied(folder / "stick/copy", folder / "spare.journal") == "copied");
    CHECK(content(folder / "spare.journal") == before);
}

TEST_CASE("a full stick is told once, the journal does not notice, and the copy goes on when there is room") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy";
    write_journal(path, 1, 2000);
    Said said;
    auto full = std::make_unique<tests::FileSizeLimit>(64 * 1024);
    const FollowingCopy following(path, copy, said.events(), 1ms);
    CHECK(said.wait(1));
    full.reset();
    REQUIRE(said.wait(2));
    const auto all = said.all();
    REQUIRE(all.size() == 2);
    CHECK(mentions(all[0], "copy cannot"));
    CHECK(all[1] == "kept, on one disk");
    CHECK(content(copy) == content(path));
}

TEST_CASE(
    "a copy whose stick is pulled out, or its computer dies, at any of its writes is no other journal") {
    const auto round = tests::simulated_round(1, 3, 30);
    const auto fill = [&](OneFile& hall, std::size_t from, std::size_t to) {
        for (auto at = from; at < to; ++at) hall.writer.write(round[at]);
    };
    int cut = 0;
    for (std::uint64_t change = 1; change < 60; ++change)
        for (const auto end : {FaultyDisk::End::kill, FaultyDisk::End::power_cut})
            for (std::uint64_t seed = 0; seed < 2; ++seed) {
                INFO("change " << change << ", seed " << seed);
                FaultyDisk disk(seed);
                {
                    OneFile hall("hall", disk);
                    fill(hall, 0, 10);
                    auto copy = CopyStore::open("copy", "hall", disk.vfs()).value();
                    REQUIRE(copy.copy_more());
                    fill(hall, 10, 20);
                    disk.end_in(end, change);
                    copy.copy_more();
                    if (disk.alive()) fill(hall, 20, 30), copy.copy_more();
                }
                cut += !disk.alive();
                disk.start_again();
                OneFile hall("hall", disk);
                auto copy = CopyStore::open("copy", "hall", disk.vfs()); // checks that all else is a prefix
                REQUIRE(copy);
                const auto games = copy->reader().games().value();
                for (const auto& game : games) {
                    const auto kept = copy->reader().inputs(game.id).value(),
                               all = hall.reader.inputs(game.id).value();
                    REQUIRE(kept.size() <= all.size());
                    CHECK(std::ranges::equal(kept, std::span(all).first(kept.size())));
                }
                REQUIRE(copy->copy_more());
                CHECK(hall.reader.counted()->inputs > 10);
                CHECK(copy->reader().counted()->inputs == hall.reader.counted()->inputs);
            }
    INFO(cut << " cuts");
    CHECK(cut > 50);
}

TEST_CASE("a copy on a disk that takes its time holds up the journal") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "hall.journal";
    tests::Waiter waiter;
    auto journal = Journal::open(path).value().start(waiter.events());
    REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g", "{}", {}, {}}})));

    FaultyDisk stick(1);
    auto copy = CopyStore::open("copy.journal", path, stick.vfs(), sqlite3_vfs_find(nullptr)->zName).value();
    stick.hold_syncs(true);
    const auto syncs = stick.syncs();
    std::thread copying([&] { CHECK(copy.copy_more().value_or(true) == false); });
    REQUIRE(tests::wait_until([&] { return stick.syncs() > syncs; }));
    for (int n = 0; n < 20; ++n) {
        const auto last = journal.put(Append{"g", {"x", std::nullopt, UtcMs(n)}});
        CHECK(waiter.wait_durable(last));
    }
    CHECK(waiter.troubles().empty());
    stick.hold_syncs(false);
    copying.join();
    CHECK(copy.copy_more().value_or(true) == false);
    CHECK(copy.reader().counted().value().inputs == 20);
}

TEST_CASE("a journal or its copy can be read by somebody else than its owner") {
    namespace fs = std::filesystem;
    const TemporaryFolder folder;
    const auto path = folder.path() / "hall.journal", copy = folder.path() / "copy.journal";
    const auto old_mask = ::umask(022);
    SECTION("also one that could be before") { std::ofstream(path).close(); }
    write_journal(path, 1, 3);
    auto journal = Journal::open(path).value().start({});
    REQUIRE(copied(path, copy) == "copied");
    ::umask(old_mask);
    for (const auto& file : fs::directory_iterator(folder.path())) {
        INFO(file.path());
        CHECK((file.status().permissions() & (fs::perms::group_all | fs::perms::others_all)) ==
              fs::perms::none);
    }
}
