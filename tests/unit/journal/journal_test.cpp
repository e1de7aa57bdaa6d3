#include "daemon/journal/copy.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/journal/look.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "waiter.hpp"

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <random>
#include <thread>
#include <tuple>

using namespace adoube::journal;
using adoube::BoardUs;
using adoube::GameMs;
using adoube::UtcMs;
using adoube::tests::TemporaryFolder;
using adoube::tests::Waiter;

namespace {

GameEntry game(const std::string& id) {
    return {id, R"({"log":"adoube-sensor-log","version":1})", UtcMs(1000), {}, "secret of " + id};
}

Entry event(std::uint32_t sequence, const std::string& board = "b1", std::uint32_t boot = 7) {
    return {R"({"t":)" + std::to_string(sequence) + R"(,"lift":"e2"})",
            Origin{board, boot, sequence, BoardUs(sequence * 1000ULL)}, UtcMs(50'000 + sequence)};
}

Journal opened(const std::filesystem::path& path) {
    auto journal = Journal::open(path, std::chrono::milliseconds(20));
    if (!journal) FAIL(journal.error());
    return std::move(*journal);
}

} // namespace

TEST_CASE("what was appended is read back in order, with the origin of each line") {
    const TemporaryFolder folder;
    std::vector<Entry> sent;
    {
        auto journal = opened(folder / "j.db").start({});
        journal.put(OpenGame{game("g1")});
        journal.put(OpenGame{game("g2")});
        for (std::uint32_t n = 1; n <= 500; ++n) {
            sent.push_back(event(n));
            journal.put(Append{"g1", sent.back()});
            if (n % 50 == 0) {
                sent.push_back({R"({"t":1,"gap":"link"})", std::nullopt, UtcMs(60'000)});
                if (n % 100 == 0) sent.back().origin = Origin{"b1", 7, std::nullopt, BoardUs(5)};
                journal.put(Append{"g1", sent.back()});
            }
            journal.put(Append{"g2", event(n, "b2")});
        }
    } // closing writes what waits
    auto journal = opened(folder / "j.db");
    CHECK(journal.reader().games().value() == std::vector{game("g1"), game("g2")});
    CHECK(journal.reader().inputs("g1").value() == sent);
    CHECK(journal.reader().inputs("g2").value().size() == 500);
    CHECK(journal.reader().inputs("g3").value().empty());
}

TEST_CASE("how far a start of a board was heard is not read back from what was heard last") {
    const TemporaryFolder folder;
    std::mt19937 random(GENERATE(range(1U, 9U)));
    const auto any = [&](std::uint32_t of) { return static_cast<std::uint32_t>(random() % of); };
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> sequences;
    std::vector<Entry> sent;
    {
        auto journal = opened(folder / "j.db").start({});
        journal.put(OpenGame{game("g1")});
        journal.put(OpenGame{game("g2")});
        journal.put(Append{"g2", event(9999, "b0")});
        for (std::uint32_t n = any(40); n > 0; --n) {
            const auto board = "b" + std::to_string(any(3));
            const auto boot = any(2);
            sent.push_back(event(++sequences[{board, boot}], board, boot));
            if (any(4) == 0) sent.back().origin->sequence.reset();
            if (any(4) == 0) sent.back().origin.reset();
            journal.put(Append{"g1", sent.back()});
        }
    }
    /// Of each start, in the order in which they were last heard: when, and the last number.
    const auto heard = [](const std::vector<Entry>& entries) {
        using Start = std::tuple<std::string, std::uint32_t, UtcMs, BoardUs, std::optional<std::uint32_t>>;
        std::vector<Start> starts;
        for (const auto& entry : entries) {
            if (!entry.origin) continue;
            auto now = Start{entry.origin->board_id, entry.origin->boot_id, entry.host_utc_ms,
                             entry.origin->board_us, entry.origin->sequence};
            std::erase_if(starts, [&](const Start& before) {
                if (std::get<0>(before) != std::get<0>(now) || std::get<1>(before) != std::get<1>(now))
                    return false;
                if (!std::get<4>(now)) std::get<4>(now) = std::get<4>(before);
                return true;
            });
            starts.push_back(now);
        }
        return starts;
    };
    auto journal = opened(folder / "j.db");
    const auto last = journal.reader().last_heard("g1").value();
    CHECK(heard(last) == heard(sent));
    CHECK(last.size() <= 12); // of at most six starts
}

TEST_CASE(
    "games that were armed are read back in order, after the game that they follow, and after no other") {
    const TemporaryFolder folder;
    Waiter waiter;
    const ArmedGame first{"g1", "g2", "{}", UtcMs(7)}, again{"g1", "g3", R"({"tags":{}})", UtcMs(8)},
        later{"g3", "g4", "{}", UtcMs(9)};
    {
        auto journal = opened(folder / "j.db").start(waiter.events());
        journal.put(OpenGame{game("g1")});
        journal.put(ArmGame{first});
        journal.put(ArmGame{again});
        const auto unknown = journal.put(ArmGame{{"g9", "g5", "{}", UtcMs(8)}});
        journal.put(OpenGame{game("g3")});
        const auto last = journal.put(ArmGame{later});
        REQUIRE(waiter.wait_durable(last));
        CHECK(waiter.refused() == std::vector{unknown});
    }
    CHECK(opened(folder / "j.db").reader().armed().value() == std::vector{first, again, later});
}

namespace {

/// Of game 1.
std::string row_of_9(std::size_t n, const Entry& entry) {
    const auto& [line, origin, host_utc_ms] = entry;
    std::string sql = "INSERT INTO inputs VALUES(1, " + std::to_string(n) + ", '" + line + "', " +
                      std::to_string(host_utc_ms.count());
    if (!origin) return sql + ", NULL, NULL, NULL);";
    return sql + ", (SELECT board FROM boards WHERE board_id = '" + origin->board_id + "'), " +
           std::to_string(origin->board_us.count()) + ", " +
           (origin->sequence ? std::to_string(*origin->sequence) : "NULL") + ");";
}

} // namespace

TEST_CASE("a journal of an older version goes on as it is, and takes what that could not") {
    const TemporaryFolder folder;
    std::vector old_inputs{event(1), event(1, "b2"), event(3)};
    old_inputs.push_back({R"({"t":3,"gap":"link"})", std::nullopt, UtcMs(60'000)});
    old_inputs.push_back({"{}", Origin{"b1", 7, std::nullopt, BoardUs(5)}, UtcMs(60'001)});
    {
        auto journal = opened(folder / "j.db").start({});
        journal.put(OpenGame{game("g1")});
        for (const auto& input : old_inputs) journal.put(Append{"g1", input});
    }
    Waiter waiter;
    const int version = GENERATE(1, 2, 3, 4, 5, 6, 7, 8, 9);
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open((folder / "j.db").c_str(), &database) == SQLITE_OK);
    std::filesystem::remove(folder / "j.db-mark");
    std::string older = R"sql(
DROP TABLE runs;
CREATE TABLE inputs(
    game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, line TEXT NOT NULL, host_utc_ms INTEGER NOT NULL,
    board INTEGER REFERENCES boards, board_us INTEGER, sequence INTEGER, PRIMARY KEY(game, n)) WITHOUT ROWID;
)sql";
    for (std::size_t at = 0; at < old_inputs.size(); ++at) older += row_of_9(at + 1, old_inputs[at]);
    if (version == 9) older += "INSERT INTO boards(board_id, boot_id, heard) VALUES('b9', 7, 20);";
    if (version < 9)
        older += R"sql(
CREATE TABLE inputs_of_8(
    game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, line TEXT NOT NULL,
    board_id TEXT, boot_id INTEGER, sequence INTEGER, board_us INTEGER, host_utc_ms INTEGER NOT NULL,
    PRIMARY KEY(game, n)) WITHOUT ROWID;
INSERT INTO inputs_of_8 SELECT game, n, line, board_id, boot_id, sequence, board_us, host_utc_ms
    FROM inputs LEFT JOIN boards USING(board);
DROP TABLE inputs; DROP TABLE batches; DROP TABLE boards;
ALTER TABLE inputs_of_8 RENAME TO inputs;
CREATE UNIQUE INDEX inputs_once ON inputs(board_id, boot_id, sequence);
CREATE TABLE heard(board_id TEXT NOT NULL, boot_id INTEGER NOT NULL, sequence INTEGER NOT NULL,
    PRIMARY KEY(board_id, boot_id)) WITHOUT ROWID;
INSERT INTO heard VALUES('b9', 7, 20);
)sql";
    if (version < 8) older += "ALTER TABLE armed DROP COLUMN instead_of;";
    if (version < 7) older += "ALTER TABLE games DROP COLUMN secret;";
    if (version < 6) older += "DROP TABLE state;";
    if (version < 5) older += "DROP TABLE shown;";
    if (version < 4) older += "DROP TABLE tombstones; DROP TABLE holds; DROP TABLE heard;";
    if (version < 3) older += "DROP TABLE checkpoints;";
    if (version < 2) older += "DROP TABLE armed;";
    older += "PRAGMA user_version = " + std::to_string(version);
    CHECK(sqlite3_exec(database, older.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
    const auto looked = read_game(folder / "j.db", "g1");
    REQUIRE(looked);
    CHECK(looked->inputs == old_inputs);
    CHECK(looked->checkpoints.empty());
    if (version < 7) CHECK(looked->game.secret.empty());
    const auto copied = copy_journal(folder / "j.db", folder / "copy.db"); // from an older daemon's stick
    REQUIRE(copied);
    CHECK(copied->inputs == old_inputs.size());
    CHECK(read_game(folder / "copy.db", "g1")->inputs == old_inputs);
    if (version < 4) CHECK(look_over(folder / "j.db").error().ends_with("start this adoubed with it once"));
    {
        auto before = opened(folder / "j.db");
        CHECK(before.reader().inputs("g1").value() == old_inputs);
        CHECK(before.reader().armed().value().empty());
        CHECK(before.reader().checkpoints("g1").value().empty());
        auto journal = std::move(before).start(waiter.events());
        const auto twice = journal.put(Append{"g1", event(3)});
        const auto of_deleted = journal.put(Append{"g1", event(20, "b9")});
        REQUIRE(waiter.wait_durable(of_deleted));
        CHECK(waiter.refused() == (version < 4 ? std::vector{twice} : std::vector{twice, of_deleted}));
        journal.put(ArmGame{{"g1", "g2", "{}", UtcMs(7)}});
        journal.put(ArmGame{{"", "g3", "{}", UtcMs(7), "g0"}});
        journal.put(Checkpoint{"g1", 2, "signed"});
        journal.put(HoldGame{"g1", {"an appeal", UtcMs(8)}});
        journal.put(Shown{"g1", 1, GameMs(900), UtcMs(1000)});
    }
    CHECK(opened(folder / "j.db").reader().shown().value() ==
          std::vector{Shown{"g1", 1, GameMs(900), UtcMs(1000)}});
    CHECK(opened(folder / "j.db").reader().armed().value() ==
          std::vector{ArmedGame{"g1", "g2", "{}", UtcMs(7)}, ArmedGame{"", "g3", "{}", UtcMs(7), "g0"}});
    CHECK(opened(folder / "j.db").reader().outlines().value().at(0).hold == Hold{"an appeal", UtcMs(8)});
    CHECK(opened(folder / "j.db").reader().checkpoints("g1").value() ==
          std::vector{Checkpoint{"g1", 2, "signed"}});
}

TEST_CASE("checkpoints are read back by size, each once, beside their game") {
    const TemporaryFolder folder;
    Waiter waiter;
    const Checkpoint small{"g1", 2, "b"}, other{"g1", 2, "a"}, large{"g1", 30, "c"};
    {
        auto journal = opened(folder / "j.db").start(waiter.events());
        journal.put(OpenGame{game("g1")});
        journal.put(OpenGame{game("g2")});
        for (const auto& each : {large, small, other, small, Checkpoint{"g2", 1, "d"}}) journal.put(each);
        REQUIRE(waiter.wait_durable(7));
        CHECK(waiter.refused().empty());
    }
    auto journal = opened(folder / "j.db");
    CHECK(journal.reader().checkpoints("g1").value() == std::vector{small, other, large});
    CHECK(journal.reader().checkpoints("g2").value().size() == 1);
    CHECK(journal.reader().checkpoints("g3").value().empty());
}

TEST_CASE("a game can be looked at while its journal is written, and after") {
    const TemporaryFolder folder;
    Waiter waiter;
    {
        auto journal = opened(folder / "j.db").start(waiter.events());
        journal.put(OpenGame{game("g1")});
        for (std::uint32_t n = 1; n <= 300; ++n) {
            REQUIRE(waiter.wait_durable(journal.put(Append{"g1", event(n)})));
            if (n % 50 != 0) continue;
            const auto looked = read_game(folder / "j.db", "g1");
            REQUIRE(looked);
            CHECK(looked->inputs.size() == n);
            CHECK(looked->game == game("g1"));
        }
        CHECK(read_game(folder / "j.db", "g2").error().ends_with("j.db has no game g2, but g1"));
        std::uint64_t last = 0;
        for (int more = 3; more < 53; ++more) last = journal.put(OpenGame{game("g" + std::to_string(more))});
        REQUIRE(waiter.wait_durable(last));
        const auto told = read_game(folder / "j.db", "g2").error();
        CHECK(told.find("has no game g2, but g1 g3 g4 g5 g6 g7 and 45 more (adoube evidence list") !=
              std::string::npos);
    }
    CHECK(read_game(folder / "j.db", "g1")->inputs.size() == 300);
    CHECK(read_game(folder / "k.db", "g1").error().ends_with("k.db is not there: name one that is"));
    CHECK_FALSE(std::filesystem::exists(folder / "k.db"));
}

TEST_CASE(
    "a journal in a place where nobody may write is looked at with all that its log holds, and left alone") {
    const TemporaryFolder folder, read_only;
    Waiter waiter;
    {
        auto journal = opened(folder / "j.db").start(waiter.events());
        Ticket last = journal.put(OpenGame{game("g1")});
        for (std::uint32_t n = 1; n <= 300; ++n) last = journal.put(Append{"g1", event(n)});
        REQUIRE(waiter.wait_durable(last));
        for (const auto* name : {"j.db", "j.db-wal"}) // as a killed daemon leaves them
            std::filesystem::copy_file(folder / name, read_only / name);
    }
    REQUIRE(std::filesystem::file_size(read_only / "j.db-wal") > 0);
    // A folder in place of -shm, which a reader must create, stops even root.
    std::filesystem::create_directory(read_only / "j.db-shm");
    const auto looked = read_game(read_only / "j.db", "g1");
    INFO((looked ? "" : looked.error()));
    REQUIRE(looked);
    CHECK(looked->inputs.size() == 300);
    CHECK(std::filesystem::exists(read_only / "j.db-wal"));
    std::filesystem::remove(read_only / "j.db-wal");
    std::filesystem::copy_file(folder / "j.db", read_only / "j.db",
                               std::filesystem::copy_options::overwrite_existing);
    CHECK(read_game(read_only / "j.db", "g1")->inputs.size() == 300); // as a normal end leaves it
}

TEST_CASE("numbers of a board above 2^63 and text with quotes and zero bytes come back as they were") {
    const TemporaryFolder folder;
    const Entry odd{std::string("a'b\"c\0d\xc3\xa9", 9),
                    Origin{"B'1", 0xffff'fff0U, 0xffff'ffffU, BoardUs(1ULL << 63)}, UtcMs(-5)};
    {
        auto journal = opened(folder / "j.db").start({});
        journal.put(OpenGame{game("g'1")});
        journal.put(Append{"g'1", odd});
    }
    CHECK(opened(folder / "j.db").reader().inputs("g'1").value() == std::vector{odd});
}

TEST_CASE("games that are armed and have not begun are not told, or such as were replaced or have begun") {
    const TemporaryFolder folder;
    Waiter waiter;
    auto journal = opened(folder / "j.db").start(waiter.events());
    const auto arm = [&](std::string after, std::string id, std::string instead_of) {
        return journal.put(ArmGame{{std::move(after), std::move(id), "{}", UtcMs(5), std::move(instead_of)}});
    };
    journal.put(OpenGame{game("g1")});
    arm("g1", "g2", "");
    arm("g1", "g3", ""); // instead of g2
    arm("", "g4", "seat-2");
    arm("", "g5", "seat-3");
    REQUIRE(waiter.wait_durable(journal.put(OpenGame{game("g4")})));
    std::vector<std::string> ids;
    const auto all = not_begun(folder / "j.db").value();
    for (const auto& waiting : all) ids.push_back(waiting.id);
    std::ranges::sort(ids);
    CHECK(ids == std::vector<std::string>{"g3", "g5"});
}

TEST_CASE("an input of a board is never stored twice, in whatever game") {
    const TemporaryFolder folder;
    Waiter waiter;
    auto journal = opened(folder / "j.db").start(waiter.events());
    journal.put(OpenGame{game("g1")});
    journal.put(OpenGame{game("g2")});
    journal.put(Append{"g1", event(1)});
    const auto twice = journal.put(Append{"g1", event(1)});
    const auto elsewhere = journal.put(Append{"g2", event(1)});
    const auto unknown_game = journal.put(Append{"g9", event(2)});
    const auto game_twice = journal.put(OpenGame{game("g1")});
    const auto last = journal.put(Append{"g1", event(2)});
    journal.put(Append{"g1", event(1, "b1", 8)}); // another boot: another input
    REQUIRE(waiter.wait_durable(last + 1));
    CHECK(waiter.refused() == std::vector{twice, elsewhere, unknown_game, game_twice});
    journal = opened(folder / "other.db").start({}); // closes the first
    auto again = opened(folder / "j.db");
    CHECK(again.reader().inputs("g1").value() == std::vector{event(1), event(2), event(1, "b1", 8)});
    CHECK(again.reader().inputs("g2").value().empty());
}

TEST_CASE("a closed game stays, with the time of its end") {
    const TemporaryFolder folder;
    {
        auto journal = opened(folder / "j.db").start({});
        journal.put(OpenGame{game("g1")});
        journal.put(CloseGame{"g1", UtcMs(4711)});
        journal.put(Append{"g1", event(1)}); // an arbiter's correction after the end
    }
    auto journal = opened(folder / "j.db");
    CHECK(journal.reader().games().value().at(0).closed_utc_ms == UtcMs(4711));
    CHECK(journal.reader().inputs("g1").value().size() == 1);
}

TEST_CASE("many threads append at once: every ticket is durable once, in far fewer commits") {
    const TemporaryFolder folder;
    Waiter waiter;
    constexpr int threads = 8, each = 500;
    {
        auto journal = opened(folder / "j.db").start(waiter.events());
        for (int t = 0; t < threads; ++t) journal.put(OpenGame{game("g" + std::to_string(t))});
        std::vector<std::thread> all;
        for (int t = 0; t < threads; ++t)
            all.emplace_back([&journal, t] {
                for (std::uint32_t n = 1; n <= each; ++n)
                    journal.put(Append{"g" + std::to_string(t), event(n, "b" + std::to_string(t))});
            });
        for (auto& thread : all) thread.join();
        REQUIRE(waiter.wait_durable(threads + threads * each));
    }
    CHECK(waiter.durable() == threads + threads * each);
    CHECK(waiter.commits() < threads * each / 2);
    auto journal = opened(folder / "j.db");
    for (int t = 0; t < threads; ++t) {
        const auto inputs = journal.reader().inputs("g" + std::to_string(t)).value();
        REQUIRE(inputs.size() == each);
        CHECK(inputs.back() == event(each, "b" + std::to_string(t)));
    }
}

TEST_CASE("an event that comes alone waits for others, or each of hundreds in a second is a transaction") {
    const TemporaryFolder folder;
    Waiter waiter;
    auto journal = opened(folder / "j.db").start(waiter.events());
    REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g1", "{}", UtcMs(1), {}, {}}})));
    std::uint32_t n = 0;
    for (; n < 20; ++n) REQUIRE(waiter.wait_durable(journal.put(Append{"g1", event(n)})));
    CHECK(waiter.commits() == 21);
    for (int times = 0; times < 4; ++times) {
        Ticket last = 0;
        for (int each = 0; each < 30; ++each) last = journal.put(Append{"g1", event(n++)});
        REQUIRE(waiter.wait_durable(last));
    }
    const auto began = std::chrono::steady_clock::now();
    const auto before = waiter.commits();
    Ticket last = 0;
    for (const auto end = n + 360; n < end; ++n) {
        last = journal.put(Append{"g1", event(n)});
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    REQUIRE(waiter.wait_durable(last));
    const auto took = std::chrono::steady_clock::now() - began;
    CHECK(waiter.commits() - before <= took / std::chrono::milliseconds(5) + 400 / 64 + 2);
}

TEST_CASE("a log grows without bound while the journal is written") {
    const TemporaryFolder folder;
    Waiter waiter;
    auto journal = opened(folder / "j.db").start(waiter.events());
    REQUIRE(waiter.wait_durable(journal.put(OpenGame{{"g1", "{}", UtcMs(1), {}, {}}})));
    for (std::uint32_t n = 0; n < 1'000; ++n)
        REQUIRE(waiter.wait_durable(journal.put(Append{"g1", event(n)})));
    CHECK(std::filesystem::file_size(folder / "j.db-wal") < std::uintmax_t{3} << 19);
}

TEST_CASE("a writer killed at any moment has lost nothing that it had called durable") {
    const TemporaryFolder folder;
    {
        auto journal = opened(folder / "j.db").start({});
        journal.put(OpenGame{game("g1")});
    } // a game whose opening was killed refuses all that follows, told with `durable`
    for (int round = 0; round < 15; ++round) {
        int told[2];
        REQUIRE(::pipe(told) == 0);
        const auto first = static_cast<std::uint32_t>(1 + round * 100'000);
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            auto opened = Journal::open(folder / "j.db");
            if (!opened) ::_exit(9);
            auto journal = std::move(*opened).start(
                {.durable = [&](Ticket up_to, const auto&,
                                auto) { (void)!::write(told[1], &up_to, sizeof up_to); },
                 .trouble = {},
                 .recovered = {}});
            for (std::uint32_t n = first;; ++n) {
                journal.put(Append{"g1", event(n)});
                if (n % 20 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
        }
        ::close(told[1]);
        std::this_thread::sleep_for(std::chrono::milliseconds(15 + round * 3));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        REQUIRE(WIFSIGNALED(status));
        Ticket durable = 0, one = 0;
        while (::read(told[0], &one, sizeof one) == sizeof one) durable = one;
        ::close(told[0]);

        const auto inputs = opened(folder / "j.db").reader().inputs("g1").value();
        std::uint32_t expected = first;
        for (const Entry& entry : inputs) {
            if (entry.origin->sequence < first) continue;
            REQUIRE(entry == event(expected));
            ++expected;
        }
        CHECK(expected - first >= durable);
    }
}
