#include "lives.hpp"
#include "waiter.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/wait_until.hpp"

#include <sqlite3.h>

#include <utility>

using namespace adoube;
using namespace adoube::journal;
using adoube::UtcMs;
using tests::FaultyDisk;
using tests::Lives;
using Call = tests::FaultyDisk::Call;
using End = tests::FaultyDisk::End;

namespace {

int failure(Call call) {
    switch (call) {
    case Call::open: return SQLITE_CANTOPEN;
    case Call::read: return SQLITE_IOERR_READ;
    case Call::write: return SQLITE_IOERR_WRITE;
    case Call::sync: return SQLITE_IOERR_FSYNC;
    case Call::truncate: return SQLITE_IOERR_TRUNCATE;
    case Call::remove: return SQLITE_IOERR_DELETE;
    }
    return SQLITE_IOERR;
}

bool says_that_it_cannot_be_used(const std::string& told) {
    return told.starts_with("journal round.journal cannot be") ||
           told.starts_with("mark round.journal-mark cannot be written");
}

/// Lives until all is durable; may refuse to open while the disk fails.
void live_on(FaultyDisk& disk, Lives& lives, std::uint64_t& calls) {
    const auto told = lives.live();
    if (!told.empty()) {
        REQUIRE(says_that_it_cannot_be_used(told));
        disk.fail({});
        REQUIRE(lives.live() == "");
    }
    REQUIRE(lives.done());
    calls = disk.calls();
    disk.fail({});
    disk.cut_power();
    REQUIRE(lives.live() == "");
}

} // namespace

TEST_CASE("a journal one of whose calls fails, whichever, goes on and loses nothing") {
    const auto round = tests::simulated_round(2, 3, 12);
    for (std::uint64_t times = 1; times <= 3; ++times)
        for (std::uint64_t first = 1, calls = 1; first <= calls; ++first) {
            INFO(times << " calls fail from number " << first);
            FaultyDisk disk(first);
            Lives lives(disk, first, round);
            disk.fail([=](Call call, std::uint64_t number) {
                return number >= first && number < first + times ? failure(call) : SQLITE_OK;
            });
            live_on(disk, lives, calls);
        }
}

TEST_CASE("a journal on a disk that fails now and then, between kills and power cuts, loses nothing") {
    for (const auto seed : tests::seeds({8, 40})) {
        std::mt19937_64 random(seed), chance(seed);
        FaultyDisk disk(seed);
        Lives lives(disk, seed, tests::simulated_round(seed, 5, 800));
        for (int end = 0; !lives.done(); ++end) {
            INFO("seed " << seed << ", end " << end);
            disk.end_in(random() % 3 == 0 ? End::kill : End::power_cut, 1 + random() % (50 << random() % 5));
            disk.fail(
                [&](Call call, std::uint64_t) { return chance() % 60 == 0 ? failure(call) : SQLITE_OK; });
            const auto told = lives.live();
            INFO(told);
            REQUIRE((told.empty() || says_that_it_cannot_be_used(told)));
            disk.start_again();
        }
        disk.fail({});
        disk.cut_power();
        REQUIRE(lives.live() == "");
    }
}

TEST_CASE("what a log had that could not be synced at the start goes into the journal as it closes, and a "
          "power cut leaves half of it") {
    std::uint64_t unsynced = 0; // starts that found a log they could not sync
    for (const auto seed : tests::seeds({100, 600})) {
        std::mt19937_64 random(seed);
        FaultyDisk disk(seed);
        Lives lives(disk, seed, tests::simulated_round(seed, 5, 60));
        INFO("seed " << seed);
        disk.end_in(End::kill, 1 + random() % 80);
        REQUIRE(lives.live() == "");
        disk.start_again();
        bool failed = false;
        disk.fail([&failed](Call call, std::uint64_t) {
            return call == Call::sync && !std::exchange(failed, true) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
        });
        disk.end_in(End::power_cut, 2 + random() % 8);
        const auto told = lives.live();
        INFO(told);
        REQUIRE((told.empty() || says_that_it_cannot_be_used(told)));
        unsynced += failed;
        disk.fail({});
        disk.start_again();
        REQUIRE(lives.live() == "");
    }
    CHECK(unsynced > 0);
}

TEST_CASE("a page that is read as zeros, once after each opening, is taken for damage of the journal") {
    FaultyDisk disk(1);
    REQUIRE(Lives(disk, 1, tests::simulated_round(2, 3, 200)).live() == "");
    std::uint64_t faults = 1;
    const std::uint64_t first_behind_header = 3; // without its header it is no journal
    for (auto nth = first_behind_header; std::exchange(faults, 0) > 0; ++nth) {
        INFO("the read of number " << nth);
        std::uint64_t reads = 0;
        disk.fail([&](Call call, std::uint64_t) {
            if (call == Call::open) reads = 0;
            if (call != Call::read || ++reads != nth) return SQLITE_OK;
            ++faults;
            return SQLITE_IOERR_SHORT_READ;
        });
        const auto opened = Journal::open("round.journal", std::chrono::milliseconds(1), disk.vfs());
        CHECK((opened ? std::string() : opened.error()) == "");
    }
}

TEST_CASE("a page that is read as zeros once is taken for damage by who reads the journal, or something is "
          "missing in what he gets") {
    FaultyDisk disk(1);
    REQUIRE(Lives(disk, 1, tests::simulated_round(2, 3, 200)).live() == "");
    auto journal = Journal::open("round.journal", std::chrono::milliseconds(1), disk.vfs()).value();
    auto& reader = journal.reader();
    const auto games = reader.games().value();
    REQUIRE(games.size() >= 2);
    const auto all = [&] {
        std::string counts = std::to_string(reader.games().value().size()) + ' ' +
                             std::to_string(reader.outlines().value().size()) + ' ' +
                             std::to_string(reader.newest_checkpoints().value().size()) + ' ' +
                             std::to_string(reader.shown().value().size());
        for (const auto& game : games)
            counts += ' ' + std::to_string(reader.inputs(game.id).value().size()) + ' ' +
                      std::to_string(reader.checkpoints(game.id).value().size());
        return counts;
    };
    const auto whole = all();
    std::uint64_t faults = 1;
    for (std::uint64_t nth = 1; std::exchange(faults, 0) > 0; ++nth) {
        INFO("the read of number " << nth);
        std::uint64_t reads = 0;
        reader.database().forget_pages();
        disk.fail([&](Call call, std::uint64_t) {
            if (call != Call::read || ++reads != nth) return SQLITE_OK;
            ++faults;
            return SQLITE_IOERR_SHORT_READ;
        });
        CHECK(all() == whole);
    }
    disk.fail({});
}

TEST_CASE("a full disk is told once each time, wherever it is full, and what came then is written when there "
          "is room") {
    FaultyDisk disk(1);
    tests::Waiter waiter;
    std::size_t put = 0;
    {
        auto journal = Journal::open("round.journal", std::chrono::milliseconds(1), disk.vfs())
                           .value()
                           .start(waiter.events());
        Ticket last = journal.put(OpenGame{{"g", "{}", {}, {}}});
        REQUIRE(waiter.wait_durable(last));
        std::int64_t n = 0;
        for (std::uint64_t room = 1; room <= 60; ++room) { // less than the next group takes
            INFO("room for " << room * 150 << " bytes more");
            disk.set_room(disk.used() + room * 150);
            do { // the WAL may restart within its room
                for (int many = 0; many < 50; ++many)
                    last = journal.put(Append{"g", {std::string(300, 'x'), std::nullopt, UtcMs(n++)}});
            } while (!tests::wait_until([&] { return waiter.troubles().size() == room; },
                                        std::chrono::milliseconds(waiter.durable() == last ? 0 : 20)));
            CHECK(waiter.troubles().back() ==
                  "journal round.journal cannot grow: the disk is full; make room on it");
            const auto calls = disk.calls();
            REQUIRE(tests::wait_until([&] { return disk.calls() >= calls + 10; })); // several tries
            disk.set_room(~0ULL);
            REQUIRE(waiter.wait_durable(last));
            CHECK(waiter.troubles().size() == room);
            CHECK(waiter.recovered() == static_cast<int>(room));
        }
        put = static_cast<std::size_t>(n);
    }
    disk.cut_power();
    const auto inputs = Journal::open("round.journal", std::chrono::milliseconds(1), disk.vfs())
                            .value()
                            .reader()
                            .inputs("g")
                            .value();
    REQUIRE(inputs.size() == put);
    for (std::size_t n = 0; n < inputs.size(); ++n)
        REQUIRE(inputs[n].host_utc_ms == UtcMs(static_cast<std::int64_t>(n)));
}

TEST_CASE("a disk that hangs holds up nobody who puts, and then writes all of it in a few groups") {
    FaultyDisk disk(1);
    tests::Waiter waiter;
    auto journal = Journal::open("round.journal", std::chrono::milliseconds(1), disk.vfs())
                       .value()
                       .start(waiter.events());
    const auto syncs = disk.syncs();
    disk.hold_syncs(true);
    Ticket last = journal.put(OpenGame{{"g", "{}", {}, {}}});
    REQUIRE(tests::wait_until([&] { return disk.syncs() > syncs; }));
    for (int n = 0; n < 2000; ++n) last = journal.put(Append{"g", {"x", std::nullopt, UtcMs(n)}});
    CHECK(waiter.durable() == 0);
    disk.hold_syncs(false);
    REQUIRE(waiter.wait_durable(last));
    CHECK(waiter.commits() == 2);
}

TEST_CASE("a journal whose daemon was killed opens on a full disk too, with all that it holds") {
    FaultyDisk disk(1);
    tests::Waiter waiter;
    {
        auto journal = Journal::open("round.journal", std::chrono::milliseconds(1), disk.vfs())
                           .value()
                           .start(waiter.events());
        Ticket last = journal.put(OpenGame{{"g", "{}", {}, {}}});
        for (int n = 0; n < 1000; ++n)
            last = journal.put(Append{"g", {std::string(300, 'x'), std::nullopt, UtcMs(n)}});
        REQUIRE(waiter.wait_durable(last));
        disk.end_in(End::kill, 1);
    }
    disk.start_again();
    disk.set_room(disk.used());
    auto journal = Journal::open("round.journal", std::chrono::milliseconds(1), disk.vfs());
    REQUIRE(journal);
    CHECK(journal->reader().inputs("g").value().size() == 1000);
}
