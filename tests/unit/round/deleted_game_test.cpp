#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hall.hpp"

using namespace adoube;
using round::Backlog;
using round::Round;
using tests::seat;

namespace {

record::Tombstone deleted(const std::string& id) { return {id, UtcMs(1'766'239'380'000), "by hand", 40, ""}; }
record::GameEntry game(const std::string& id) {
    return {id, record::to_line(record::Header{}), UtcMs(1000), {}};
}
record::ArmedGame armed(const std::string& after, const std::string& id, bool scrubbed = false) {
    return {after, id, scrubbed ? "" : record::to_line(record::Header{}), UtcMs(2000)};
}

bool shows(Round& round, const std::string& id) {
    round.tick({SteadyUs(1'000'000), UtcMs(1'800'000'000'000)});
    return std::ranges::count(round.take_work().shown, id, &broadcast::PublicGame::id) > 0;
}

} // namespace

TEST_CASE("a game that was deleted is not begun anew: which board, why, and what to do instead is told") {
    Round round({seat(1), seat(2)});
    const auto known = round.begin_with({game("game-1")}, {}, {deleted("game-2")});
    REQUIRE_FALSE(known);
    CHECK(known.error() ==
          "game game-2 was deleted on 2025-12-20 14:03 UTC (by hand), and board 2 cannot play it anew: "
          "change the round, the date or the event in the configuration, or take the board out "
          "of it");
    CHECK(
        Round({seat(1)}).begin_with({game("game-1")}, {}, {deleted("game-2")})); // on no board of this round
    CHECK_FALSE(Round({seat(1)}).begin_with({}, {armed("game-1", "next", true)},
                                            {deleted("game-1"), deleted("next")}));
    CHECK_FALSE(Round({seat(1)}).begin_with({}, {armed("game-1", "game-1")},
                                            {deleted("game-1")})); // damaged, yet it ends
}

TEST_CASE("a board whose first game was deleted goes on with the one that followed it") {
    Round round({seat(1)});
    REQUIRE(round.begin_with({game("third")}, {armed("game-1", "second", true), armed("second", "third")},
                             {deleted("game-1"), deleted("second")}));
    CHECK(round.wants("third"));
    CHECK_FALSE(round.wants("second"));
    const round::HostTime now{SteadyUs(1'000'000), UtcMs(1'800'000'000'000)};
    round.take(round.replaying(round.wanted().at("third"), game("third"), {}, {}, now)(), now);
    CHECK_FALSE(shows(round, "game-1")); // not shown as still to be played
}

TEST_CASE("what is written of the past has a number among all records, and belongs to no table") {
    Round round({seat(1)});
    REQUIRE(round.begin_with({}, {}));
    CHECK(round.write_past(journal::HoldGame{"old", {"appeal", UtcMs(5)}}) == 1);
    CHECK(round.write_past(journal::ReleaseGame{"old"}) == 2);
    CHECK(round.take_work().records.size() == 2);
    const std::uint64_t refused[] = {2};
    round.durable(2, refused, {SteadyUs(1'000'000), UtcMs(1'800'000'000'000)});
    CHECK(round.write_past(journal::ReleaseGame{"old"}) == 3);
    const auto work = round.take_work();
    CHECK(work.records.size() == 1);
    CHECK(work.notes.empty());
}

TEST_CASE("who holds and releases games while the disk is full fills the memory") {
    Round round({seat(1)});
    REQUIRE(round.begin_with({}, {}));
    const auto hold = [&] {
        return round.write_past(journal::HoldGame{"old", {std::string(1000, 'x'), UtcMs(5)}});
    };
    std::uint64_t taken = 0;
    while (round.takes_past()) REQUIRE(hold() == ++taken);
    CHECK(taken <= Backlog::most_bytes / 2000);
    CHECK(hold().error().starts_with("too much waits for the journal"));
    round.durable(taken, {}, {SteadyUs(1'000'000), UtcMs(1'800'000'000'000)});
    CHECK(hold() == taken + 1);
}
