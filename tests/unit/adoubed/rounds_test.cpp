#include "daemon/adoubed/rounds.hpp"

#include "daemon/adoubed/kept_clock_times.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"

#include <boost/asio/thread_pool.hpp>
#include <boost/json.hpp>

#include <fstream>

using namespace adoube;
using adoubed::KeptClockTimes;
using adoubed::Rounds;
using What = results::RoundAct::What;

namespace {

const auto lisbon = account::LocalTime::of("+01:00").value();

/// A table without electronics, with a game of round 3.
round::Round one_table() {
    round::TableSetup table;
    table.number = 1;
    table.game_id = "E-r3-b1";
    table.electronics = false;
    table.drawn = "drawn";
    table.header.tags = {{"Round", "3"}, {"White", "Adams, Ann"}, {"Black", "Baker, Ben"}};
    std::vector<round::Round::Seat> seats;
    seats.push_back({std::move(table), {}, {}, {}});
    return round::Round(std::move(seats));
}

struct OneRound {
    tests::TemporaryFolder folder;
    std::filesystem::path journal = folder / "hall.journal", file = folder / "hall.journal-rounds";
    boost::asio::thread_pool reader{1};
    round::Round round = one_table();

    Rounds opened() { return {journal, lisbon, reader.get_executor()}; }
    std::expected<std::string, std::string> act(Rounds& rounds, What what, bool ask = false, int number = 3,
                                                std::optional<results::Undone> of = {}, int later_ms = 0) {
        return rounds.act(
            {{what, number, ask, of}, "E", "Otto (token 3)", UtcMs(1'763'650'931'000 + later_ms)}, round);
    }
    boost::json::object now(const Rounds& rounds) const {
        const auto all = rounds.now(round, "E");
        REQUIRE(all.size() == 1);
        return all.front().as_object();
    }
};

} // namespace

TEST_CASE_METHOD(OneRound,
                 "a restart forgets that a round was started, when or by whom, or what only asks does it") {
    auto rounds = opened();
    CHECK(rounds.told().empty());
    CHECK(now(rounds).at("round") == "3");
    CHECK(now(rounds).at("started").is_null());
    CHECK(act(rounds, What::start, true) == "");
    CHECK_FALSE(std::filesystem::exists(file));
    CHECK(act(rounds, What::start) == "round 3 is started");
    tests::says(act(rounds, What::start).error(), "round 3 was started already, by Otto (token 3)");
    tests::says(act(rounds, What::start, false, 4).error(), "no table has a game of round 4");
    tests::says(act(rounds, What::reopen, false, 4).error(), "round 4 was neither started nor closed");
    const auto again = opened();
    CHECK(again.told().empty());
    CHECK(now(again).at("started") == boost::json::value{{"at", 1'763'650'931'000},
                                                         {"time", "2025-11-20 16:02:11"},
                                                         {"by", "Otto (token 3)"}});
    CHECK(now(again).at("closed").is_null());
    CHECK(act(rounds, What::reopen) == "round 3 is open again");
    CHECK(now(opened()).at("started").is_null());
}

TEST_CASE_METHOD(
    OneRound, "the second of two same clicks undoes what was done since, or what another operator has done") {
    auto rounds = opened();
    const auto undo = [&](results::Undone of, bool ask = false) {
        return act(rounds, What::reopen, ask, 3, of);
    };
    REQUIRE(act(rounds, What::start));
    const auto seen = UtcMs(1'763'650'931'000);
    CHECK(undo(seen, true) == "");
    CHECK(undo(What::close).error() == "round 3 is not closed");
    CHECK(undo(seen) == "round 3 is open again");
    CHECK(undo(seen).error() == "round 3 was neither started nor closed");
    REQUIRE(act(rounds, What::start, false, 3, {}, 60'000)); // by another, in earnest
    for (const bool ask : {true, false})
        CHECK(undo(seen, ask).error() ==
              "round 3 is in another state than you saw: it was started, by Otto (token 3); look at it, and "
              "say it again if you still mean it");
    CHECK_FALSE(now(rounds).at("started").is_null());
    CHECK(undo(What::start) == "round 3 is open again");
}

TEST_CASE_METHOD(OneRound, "acts on rounds that cannot be read keep the daemon from starting, or are lost") {
    std::ofstream(file) << "{torn";
    auto rounds = opened();
    tests::says(rounds.told(),
                "does not hold acts on rounds, as its line 1 is none: it holds when rounds were started "
                "and closed, and is kept as hall.journal-rounds.unread-1; a new one is begun");
    CHECK(tests::text_of(folder / "hall.journal-rounds.unread-1") == "{torn");
    CHECK(act(rounds, What::start) == "round 3 is started");
    CHECK(opened().told().empty());
    CHECK_FALSE(now(opened()).at("started").is_null());
}

TEST_CASE_METHOD(OneRound, "an act on a round counts though it is not on the disk") {
    auto rounds = opened();
    std::filesystem::create_directory(file);
    tests::says(act(rounds, What::start).error(), "nothing is changed, since ");
    CHECK(now(rounds).at("started").is_null());
}

TEST_CASE_METHOD(OneRound, "clock times that cannot be read keep the daemon from starting, or are lost") {
    const auto kept = folder / "hall.journal-clock-times";
    std::ofstream(kept) << "[]\n";
    const KeptClockTimes times(journal, lisbon);
    tests::says(times.told(),
                "does not hold clock times, as its line 1 is no list of them: it holds the clock times "
                "noted each half hour, and is kept as hall.journal-clock-times.unread-1");
    CHECK(tests::text_of(folder / "hall.journal-clock-times.unread-1") == "[]\n");
    CHECK_FALSE(std::filesystem::exists(kept));
}

TEST_CASE_METHOD(OneRound,
                 "clock times are noted before the boards have come, not kept, kept of a deleted game, or a "
                 "full disk is told at every look") {
    const auto kept = folder / "hall.journal-clock-times";
    round::HostTime at{SteadyUs(1'000'000), UtcMs(1'763'650'800'000)};
    REQUIRE(round.say(1, record::PlayMove{"e4"}, at));
    auto work = round.take_work();
    round.durable(work.records.size(), {}, at);
    KeptClockTimes times(journal, lisbon);
    at.utc_ms += 31 * 60'000;
    at.steady_us += 31ULL * 60'000'000;
    round.tick(at);
    CHECK(times.look(round, at).empty());
    CHECK_FALSE(std::filesystem::exists(kept)); // the first look after a start
    at.steady_us += KeptClockTimes::first_look_after_us;
    std::filesystem::create_directory(kept);
    tests::says(times.look(round, at), "the clock times are not kept: ");
    CHECK(times.look(round, at).empty());
    std::filesystem::remove(kept);
    CHECK(times.look(round, at).empty());
    const access::Grant otto{access::Role::operator_, access::Boards::all(), 2, "Otto"};
    const auto told = times.told_to(otto, 0);
    CHECK(told.find("Adams, Ann") != std::string::npos);
    CHECK(KeptClockTimes(journal, lisbon).told_to(otto, 0) == told);
    times.forget("E-r3-b1");
    CHECK(tests::text_of(kept).find("Adams") == std::string::npos);
    CHECK(KeptClockTimes(journal, lisbon).told().empty());
}
