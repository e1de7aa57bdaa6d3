#include "daemon/adoubed/kept_standings.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>

using namespace adoube;
using adoubed::KeptStandings;

namespace {

broadcast::Standings after(int round) { return {"Hall Open", round, {{1, "Adams, Ann", "", "", "", 1.5}}}; }

/// The round after which they are; 0: none are shown.
int shown(const KeptStandings& kept) { return kept.shown() ? kept.shown()->after_round : 0; }

} // namespace

TEST_CASE("standings are shown before the delay is over, or newer ones keep the others from being shown") {
    const tests::TemporaryFolder folder;
    auto kept = KeptStandings::open(folder.path() / "j", "E", HallMs(0)).value();
    REQUIRE(kept.give(after(1), HallMs(1'000)));
    CHECK_FALSE(kept.look(HallMs(10'999), 10'000).value());
    REQUIRE(kept.give(after(2), HallMs(5'000)));
    CHECK(kept.look(HallMs(11'000), 10'000).value());
    CHECK(shown(kept) == 1);
    CHECK(kept.waiting() == std::vector{2});
    CHECK_FALSE(kept.look(HallMs(14'999), 10'000).value());
    CHECK(kept.look(HallMs(14'999), 9'000).value()); // another delay counts for what waits
    CHECK(shown(kept) == 2);
    CHECK(kept.waiting().empty());
    CHECK_FALSE(kept.look(HallMs(99'999), 0).value());
}

TEST_CASE("a restart takes standings back, shows early what waits, or keeps another event's") {
    const tests::TemporaryFolder folder;
    const auto journal = folder.path() / "j";
    {
        auto kept = KeptStandings::open(journal, "E", HallMs(0)).value();
        REQUIRE(kept.give(after(1), HallMs(0)));
        REQUIRE(kept.look(HallMs(10'000), 10'000).value());
        REQUIRE(kept.give(after(2), HallMs(10'000)));
    }
    auto kept = KeptStandings::open(journal, "E", HallMs(50'000)).value();
    CHECK(shown(kept) == 1);
    CHECK_FALSE(kept.look(HallMs(59'999), 10'000).value());
    CHECK(kept.look(HallMs(60'000), 10'000).value());
    CHECK(shown(KeptStandings::open(journal, "E", HallMs(0)).value()) == 2);
    CHECK(shown(KeptStandings::open(journal, "Another", HallMs(0)).value()) == 0);
    REQUIRE(kept.give(after(3), HallMs(70'000)));
    REQUIRE(kept.take_back());
    CHECK(shown(kept) == 0);
    CHECK_FALSE(kept.look(HallMs(99'999), 0).value());
    CHECK(shown(KeptStandings::open(journal, "E", HallMs(0)).value()) == 0);
}

TEST_CASE("standings that wait are too many, or a file that is none is passed over") {
    const tests::TemporaryFolder folder;
    auto kept = KeptStandings::open(folder.path() / "j", "E", HallMs(0)).value();
    for (int round = 1; round <= static_cast<int>(KeptStandings::most_waiting) + 2; ++round)
        REQUIRE(kept.give(after(round), HallMs(round)));
    CHECK_FALSE(kept.look(HallMs(2), 0).value()); // the two oldest make room
    CHECK(kept.look(HallMs(3), 0).value());
    CHECK(shown(kept) == 3);
    std::ofstream(folder.path() / "j-standings") << "{}\n";
    CHECK_FALSE(KeptStandings::open(folder.path() / "j", "E", HallMs(0)));
}
