#include "daemon/journal/copy.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/journal/look.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/wait_until.hpp"
#include "waiter.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <random>

using namespace adoube::journal;
using adoube::BoardUs;
using adoube::UtcMs;
using adoube::tests::TemporaryFolder;
using adoube::tests::Waiter;

namespace {

constexpr std::int64_t any_time = 1'700'000'000'000;

std::string name_in(int game) { return "Anna-" + std::to_string(game) + "-Adams"; }
std::string id_of(int game) { return "g" + std::to_string(game); }

Entry touch(int game, std::uint32_t n) {
    return {R"({"lift":"e2","of":")" + name_in(game) + "\"}",
            Origin{"board" + std::to_string(game), 7, n, BoardUs(n * 1000ULL)}, UtcMs(any_time + n)};
}

GameEntry game(int number) {
    return {id_of(number),
            R"({"White":")" + name_in(number) + "\"}",
            UtcMs(any_time),
            {},
            "secret of " + name_in(number)};
}

DeleteGame deletion(int game, std::uint64_t inputs, std::uint64_t kept_size = 0) {
    return {{id_of(game), UtcMs(1'766'239'380'000), "by hand", inputs + 1, "root"}, kept_size};
}

Journal opened(const std::filesystem::path& path) {
    auto journal = Journal::open(path, std::chrono::milliseconds(20));
    if (!journal) FAIL(journal.error());
    return std::move(*journal);
}

/// Occurrences of this game's names in the journal's files.
std::size_t left_of(int game, const std::filesystem::path& path) {
    std::size_t found = 0;
    for (const auto* suffix : {"", "-wal", "-shm"}) {
        const auto bytes = adoube::tests::text_of(path.string() + suffix), name = name_in(game);
        for (auto at = bytes.find(name); at != std::string::npos; at = bytes.find(name, at + 1)) ++found;
    }
    return found;
}

/// Games that grow side by side in random order, as in a round.
void play(Recorder& journal, int games, std::uint32_t inputs) {
    std::vector<std::uint32_t> next(static_cast<std::size_t>(games));
    std::mt19937 random(5);
    for (int number = 0; number < games; ++number) journal.put(OpenGame{game(number)});
    for (std::uint32_t left = static_cast<std::uint32_t>(games) * inputs; left > 0;) {
        const auto number = random() % next.size();
        if (next[number] == inputs) continue;
        journal.put(Append{id_of(static_cast<int>(number)), touch(static_cast<int>(number), ++next[number])});
        --left;
    }
}

} // namespace

TEST_CASE("of deleted games no name and no input is left in the journal's files, nor is it brought back") {
    const TemporaryFolder folder;
    const auto path = folder / "j.db";
    constexpr int games = 60;
    constexpr std::uint32_t inputs = 200;
    Waiter waiter;
    auto journal = opened(path).start(waiter.events());
    play(journal, games, inputs);
    journal.put(ArmGame{{id_of(1), id_of(2), R"({"White":")" + name_in(2) + "\"}", UtcMs(1)}});
    journal.put(ArmGame{{id_of(1), "never", R"({"White":")" + name_in(1) + "\"}", UtcMs(1)}});
    journal.put(HoldGame{id_of(1), {"appeal of " + name_in(1), UtcMs(1)}});
    REQUIRE(waiter.wait_durable(journal.put(ReleaseGame{id_of(1)})));
    REQUIRE(left_of(1, path) > inputs);

    sqlite3* other = nullptr; // reads it as it was
    REQUIRE(sqlite3_open(path.c_str(), &other) == SQLITE_OK);
    REQUIRE(sqlite3_exec(other, "BEGIN; SELECT * FROM games", nullptr, nullptr, nullptr) == SQLITE_OK);
    for (int number = 1; number < games; number += 2) journal.put(deletion(number, inputs));
    REQUIRE(waiter.wait_durable(journal.put(deletion(2, inputs))));
    CHECK(waiter.refused().empty());
    journal.tidy();
    REQUIRE(waiter.wait_durable(journal.put(OpenGame{game(games)}))); // after tidying
    CHECK(left_of(1, path) > 0);
    sqlite3_close(other);
    journal.tidy();
    REQUIRE(waiter.wait_erased());
    for (int number = 1; number < games; number += 2) CHECK(left_of(number, path) == 0);
    CHECK(left_of(2, path) == 0);
    CHECK(left_of(4, path) > inputs);

    const auto again = journal.put(OpenGame{game(1)});
    const auto more = journal.put(Append{id_of(1), touch(1, inputs + 1)});
    const auto sent_again = journal.put(Append{id_of(4), touch(1, inputs)});
    const auto armed = journal.put(ArmGame{{id_of(1), "next", "{}", UtcMs(1)}});
    const auto next = journal.put(Append{id_of(4), touch(1, inputs + 1)});
    REQUIRE(waiter.wait_durable(next));
    CHECK(waiter.refused() == std::vector{again, more, sent_again, armed});
    journal = opened(folder / "other.db").start({}); // closes it
    CHECK(left_of(1, path) == 1);                    // the input just added
    CHECK(left_of(3, path) == 0);
    auto kept = opened(path);
    CHECK(kept.reader().inputs(id_of(4))->size() == inputs + 1);
    CHECK(kept.reader().armed()->size() == 1);
    CHECK(kept.reader().armed()->at(0).header.empty());
}

TEST_CASE("a deletion that was not finished is finished by the next who opens the journal") {
    const TemporaryFolder folder;
    const auto path = folder / "j.db";
    {
        auto journal = opened(path).start({});
        play(journal, 60, 200);
        for (int number = 0; number < 60; number += 2) journal.put(deletion(number, 200));
    }
    auto before = opened(path);
    CHECK(before.erase_deleted() == true);
    for (int number = 0; number < 60; number += 2) CHECK(left_of(number, path) == 0);
    CHECK(before.reader().games()->size() == 30);
    Waiter waiter;
    auto journal = std::move(before).start(waiter.events());
    journal.tidy();
    REQUIRE(waiter.wait_durable(journal.put(OpenGame{game(99)})));
    CHECK_FALSE(waiter.erased()); // nothing left to erase
}

TEST_CASE("while somebody reads the journal, each try to erase what was deleted writes all of it anew") {
    const TemporaryFolder folder;
    const auto path = folder / "j.db";
    {
        auto journal = opened(path).start({});
        play(journal, 2, 200);
        journal.put(deletion(0, 200));
    }
    auto journal = opened(path);
    sqlite3* reader = nullptr;
    REQUIRE(sqlite3_open(path.c_str(), &reader) == SQLITE_OK);
    REQUIRE(sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM games", nullptr, nullptr, nullptr) ==
            SQLITE_OK);
    CHECK(journal.erase_deleted() == false);
    const auto log_bytes = std::filesystem::file_size(path.string() + "-wal");
    CHECK(log_bytes > 0);
    CHECK(journal.erase_deleted() == false);
    CHECK(std::filesystem::file_size(path.string() + "-wal") == log_bytes);
    sqlite3_close(reader);
    CHECK(journal.erase_deleted() == true);
    CHECK(left_of(0, path) == 0);
}

TEST_CASE(
    "a held game is not deleted before it is released, nor one that has grown, nor one that is not there") {
    const TemporaryFolder folder;
    Waiter waiter;
    auto journal = opened(folder / "j.db").start(waiter.events());
    journal.put(OpenGame{game(1)});
    journal.put(Append{id_of(1), touch(1, 1)});
    journal.put(HoldGame{id_of(1), {"appeal", UtcMs(8)}});
    journal.put(HoldGame{id_of(1), {"appeal to the federation", UtcMs(9)}});
    const auto unknown_hold = journal.put(HoldGame{id_of(2), {"appeal", UtcMs(8)}});
    const auto held = journal.put(deletion(1, 1));
    REQUIRE(waiter.wait_durable(held));
    const auto overview = look_over(folder / "j.db").value();
    REQUIRE(overview.games.size() == 1);
    CHECK(overview.games[0].hold == Hold{"appeal to the federation", UtcMs(9)});
    CHECK(overview.games[0].inputs == 1);
    CHECK(overview.games[0].ended_utc_ms() == UtcMs(any_time + 1));
    CHECK(read_game(folder / "j.db", id_of(1))->inputs.size() == 1);
    journal.put(ReleaseGame{id_of(1)});
    const auto twice = journal.put(ReleaseGame{id_of(1)});
    journal.put(Append{id_of(1), touch(1, 2)});
    const auto grown = journal.put(deletion(1, 1));
    const auto unknown = journal.put(deletion(2, 0));
    journal.put(CloseGame{id_of(1), UtcMs(4711)});
    REQUIRE(waiter.wait_durable(journal.put(HoldGame{id_of(1), {"again", UtcMs(10)}})));
    CHECK(look_over(folder / "j.db")->games[0].ended_utc_ms() == UtcMs(4711));
    journal.put(ReleaseGame{id_of(1)});
    journal.put(deletion(1, 2));
    const auto deleted_twice = journal.put(deletion(1, 2));
    const auto hold_deleted = journal.put(HoldGame{id_of(1), {"too late", UtcMs(11)}});
    REQUIRE(waiter.wait_durable(hold_deleted));
    CHECK(waiter.refused() ==
          std::vector{unknown_hold, held, twice, grown, unknown, deleted_twice, hold_deleted});
}

TEST_CASE("of a deleted game its end stays: when, why, and the last of what was signed") {
    const TemporaryFolder folder;
    const auto path = folder / "j.db";
    {
        auto journal = opened(path).start({});
        journal.put(OpenGame{game(1)});
        journal.put(OpenGame{game(2)});
        for (const std::uint32_t n : {1, 2, 3}) journal.put(Append{id_of(1), touch(1, n)});
        for (const auto size : {2, 4})
            journal.put(Checkpoint{id_of(1), static_cast<std::uint64_t>(size), "signed"});
        journal.put(Checkpoint{id_of(1), 4, "by another key"});
        journal.put(deletion(1, 3, 4));
        journal.put(Checkpoint{id_of(1), 5, "too late"});
    }
    const auto overview = look_over(path).value();
    CHECK(overview.games.size() == 1);
    REQUIRE(overview.deleted.size() == 1);
    CHECK(overview.deleted[0].tombstone == deletion(1, 3).tombstone);
    CHECK(overview.deleted[0].checkpoints ==
          std::vector{Checkpoint{id_of(1), 4, "signed"}, Checkpoint{id_of(1), 4, "by another key"}});
    CHECK(read_game(path, id_of(1)).error() == "game g1 was deleted on 2025-12-20 14:03 UTC (by hand)");
    auto journal = opened(path);
    CHECK(journal.reader().games() == std::vector{game(2)});
    CHECK(journal.reader().inputs(id_of(1))->empty());
    CHECK(journal.reader().tombstones() == std::vector{deletion(1, 3).tombstone});
}

TEST_CASE(
    "what is deleted from a journal goes from the copy that is kept of it, as soon as that is at hand") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    Waiter waiter;
    auto journal = opened(path).start(waiter.events());
    play(journal, 20, 100);
    journal.put(Checkpoint{id_of(2), 90, "signed"});
    journal.put(Checkpoint{id_of(2), 101, "signed"});
    journal.put(ArmGame{{id_of(1), "never", R"({"White":")" + name_in(1) + "\"}", UtcMs(1)}});
    REQUIRE(waiter.wait_durable(journal.put(HoldGame{id_of(4), {"appeal", UtcMs(8)}})));
    REQUIRE(copy_journal(path, copy));
    REQUIRE(left_of(1, copy) > 100);
    for (int number = 1; number < 20; number += 2) journal.put(deletion(number, 100));
    journal.put(deletion(2, 100, 101));
    journal.put(ReleaseGame{id_of(4)});
    journal.put(HoldGame{id_of(6), {"appeal", UtcMs(9)}});
    journal.put(Checkpoint{id_of(6), 50, "signed"}); // reuses another's number
    journal.put(ArmGame{{id_of(6), "next", "{}", UtcMs(1)}});
    journal.tidy();
    REQUIRE(waiter.wait_erased());
    const auto copied = copy_journal(path, copy);
    REQUIRE(copied);
    CHECK(copied->games == 9);
    for (int number = 1; number < 20; number += 2) CHECK(left_of(number, copy) == 0);
    CHECK(left_of(4, copy) > 100);
    const auto there = look_over(path).value(), here = look_over(copy).value();
    REQUIRE(here.deleted.size() == 11);
    for (std::size_t at = 0; at < 11; ++at) {
        CHECK(here.deleted[at].tombstone == there.deleted[at].tombstone);
        CHECK(here.deleted[at].checkpoints == there.deleted[at].checkpoints);
    }
    CHECK(here.deleted[1].checkpoints == std::vector{Checkpoint{id_of(2), 101, "signed"}});
    CHECK_FALSE(here.games[1].hold); // game 4
    CHECK(here.games[2].hold == Hold{"appeal", UtcMs(9)});
    CHECK(read_game(copy, id_of(6))->checkpoints.size() == 1);
    CHECK(copy_journal(path, copy)); // a later copy goes on
    auto spare_before = opened(copy);
    CHECK(spare_before.reader().armed()->size() == 1);
    Waiter of_spare;
    auto spare = std::move(spare_before).start(of_spare.events());
    const auto brought_back = spare.put(Append{id_of(4), touch(1, 100)});
    REQUIRE(of_spare.wait_durable(brought_back));
    CHECK(of_spare.refused() == std::vector{brought_back});
}
