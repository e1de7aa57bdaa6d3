#include "daemon/journal/copy.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/journal/look.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "waiter.hpp"

#include <array>
#include <map>
#include <sqlite3.h>

using namespace adoube;
using namespace adoube::journal;
using tests::TemporaryFolder;
using tests::Waiter;

namespace {

constexpr int games = 7;

std::string called(int game) { return "g" + std::to_string(game); }

Entry of_board(int game, std::uint32_t n) {
    return {"line " + std::to_string(n), record::Origin{"b" + called(game), 7, n, BoardUs(n)}, UtcMs(n)};
}

/// What was put, by game.
using Put = std::map<std::string, std::vector<Entry>>;

void put_more(Recorder& journal, Waiter& waiter, Put& put, std::uint32_t from, std::uint32_t count) {
    std::vector<Record> records;
    for (auto n = from; n < from + count; ++n)
        for (int game = 0; game < games; ++game) {
            put[called(game)].push_back(of_board(game, n));
            records.push_back(Append{called(game), of_board(game, n)});
        }
    REQUIRE(waiter.wait_durable(journal.put(std::move(records))));
}

void check_has(const std::filesystem::path& path, const Put& put) {
    for (const auto& [id, entries] : put) CHECK(read_game(path, id)->inputs == entries);
    const auto overview = look_over(path).value();
    for (const auto& outline : overview.games) CHECK(outline.inputs == put.at(outline.game.id).size());
}

void execute(const std::filesystem::path& path, const std::string& sql) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
    const int code = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr);
    INFO(sqlite3_errmsg(database));
    CHECK(code == SQLITE_OK);
    sqlite3_close(database);
}

Recorder opened_with_games(const std::filesystem::path& path, Waiter& waiter) {
    auto journal = Journal::open(path).value().start(waiter.events());
    for (int game = 0; game < games; ++game) journal.put(OpenGame{{called(game), "{}", UtcMs(1), {}, {}}});
    return journal;
}

} // namespace

TEST_CASE("a copy that was opened as a journal in between goes on no more, or has an input twice") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    Waiter waiter;
    Put put;
    auto journal = opened_with_games(path, waiter);
    std::uint32_t n = 0;
    for (const auto count : std::array{300U, 1'700U, 900U, 2'500U}) {
        put_more(journal, waiter, put, n, count);
        n += count;
        const auto copied = copy_journal(path, copy);
        REQUIRE((copied ? std::string() : copied.error()) == "");
        CHECK(copied->inputs == games * n);
        check_has(copy, put);
        REQUIRE(Journal::open(copy)); // which settles what waits there, unlike the hall's
        check_has(copy, put);
    }
    check_has(path, put);
}

TEST_CASE("signatures that later ones cover fill the journal, or one goes that nothing covers") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    const auto sizes = [](const std::filesystem::path& journal) {
        std::vector<std::uint64_t> all;
        const auto kept = checkpoints_of(journal, "g1").value();
        for (const auto& each : kept) all.push_back(each.size);
        return all;
    };
    const auto signed_by = [](const std::string& key, std::uint64_t size) {
        return Checkpoint{"g1", size,
                          "note " + std::to_string(size) + "\n\n— " + key + std::to_string(size) + "=\n"};
    };
    const std::string first = "hall AAAAA", next = "hall AAAAB"; // of one name
    Put put;
    {
        Waiter waiter;
        auto journal = opened_with_games(path, waiter);
        journal.put(signed_by(first, 1));
        for (std::uint32_t n = 0; n < 40; ++n) { // g1 has 40 inputs, so that its tree is of 41
            put_more(journal, waiter, put, n, 1);
            if (n % 4 == 1) journal.put(signed_by(n < 20 ? first : next, n + 2));
            if (n == 30) journal.put(Checkpoint{"g1", 32, "text\n\n— hall AAAAB32=\n— cosigner BBB=\n"});
            if (n == 31) journal.put(Checkpoint{"g1", 33, "text — of one\n\n— hall AAAAB33=\n"});
        }
        REQUIRE(waiter.wait_durable(journal.put(Checkpoint{"g1", 11, "cosigned"})));
        CHECK(sizes(path) == std::vector<std::uint64_t>{1, 3, 7, 11, 11, 15, 19, 23, 27, 31, 32, 33, 35, 39});
        REQUIRE(copy_journal(path, copy));
    }
    CHECK(sizes(path) == std::vector<std::uint64_t>{1, 11, 11, 19, 32, 39});
    const auto copied = copy_journal(path, copy);
    REQUIRE((copied ? std::string() : copied.error()) == "");
    CHECK(sizes(copy).back() == 39);
    check_has(copy, put);
    execute(copy, "UPDATE checkpoints SET note = 'another' WHERE size = 39");
    CHECK_FALSE(copy_journal(path, copy));
    {
        Waiter waiter;
        auto journal = Journal::open(path).value().start(waiter.events());
        journal.put(signed_by(next, 41)); // of all that was settled, after that
        put_more(journal, waiter, put, 40, 10);
        REQUIRE(waiter.wait_durable(journal.put(signed_by(next, 51))));
    }
    CHECK(sizes(path) == std::vector<std::uint64_t>{1, 11, 11, 19, 32, 41, 51});
}

TEST_CASE("a long record of version 9 loses, doubles or changes an input as it is taken over") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal";
    Put put;
    std::string rows;
    {
        Waiter waiter;
        auto journal = opened_with_games(path, waiter);
        put_more(journal, waiter, put, 0, 3'600);
    }
    for (int game = 0; game < games; ++game)
        for (std::uint32_t n = 0; n < 3'600; ++n)
            rows += "INSERT INTO inputs SELECT " + std::to_string(game + 1) + ", " + std::to_string(n + 1) +
                    ", 'line " + std::to_string(n) + "', " + std::to_string(n) + ", board, " +
                    std::to_string(n) + ", " + std::to_string(n) + " FROM boards WHERE board_id = 'b" +
                    called(game) + "';";
    execute(path, "PRAGMA synchronous = OFF; BEGIN; DROP TABLE runs;"
                  "CREATE TABLE inputs(game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL,"
                  " line TEXT NOT NULL, host_utc_ms INTEGER NOT NULL, board INTEGER REFERENCES boards,"
                  " board_us INTEGER, sequence INTEGER, PRIMARY KEY(game, n)) WITHOUT ROWID;" +
                      rows + "PRAGMA user_version = 9; COMMIT;");
    for (const auto& [id, entries] : put) CHECK(read_game(path, id)->inputs == entries);
    REQUIRE(Journal::open(path));
    check_has(path, put);
}

TEST_CASE("a good copy is named as damaged where the journal is") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    Put put;
    {
        Waiter waiter;
        auto journal = opened_with_games(path, waiter);
        put_more(journal, waiter, put, 0, 50);
    }
    REQUIRE(copy_journal(path, copy));
    execute(path, "UPDATE runs SET inputs = substr(inputs, 1, length(inputs) - 3) WHERE game = 2");
    const auto copied = copy_journal(path, copy);
    REQUIRE_FALSE(copied);
    CHECK(copied.error().find("hall.journal is damaged (a run of inputs)") != std::string::npos);
    check_has(copy, put);
}

TEST_CASE("a run that is damaged is read as far as it goes, and not told") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal";
    Put put;
    {
        Waiter waiter;
        auto journal = opened_with_games(path, waiter);
        put_more(journal, waiter, put, 0, 50);
    }
    execute(path, "UPDATE runs SET inputs = substr(inputs, 1, length(inputs) - 3) WHERE game = 2");
    CHECK(Journal::open(path).error().find("is damaged (a run of inputs)") != std::string::npos);
    std::filesystem::remove(path.string() + "-mark"); // by which it is compared with what it had
    auto journal = Journal::open(path).value();
    CHECK(journal.reader().inputs("g1").error().find("is damaged (a run of inputs)") != std::string::npos);
    CHECK(journal.reader().inputs("g2").value() == put.at("g2"));
}
