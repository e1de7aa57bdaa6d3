#include "daemon/round/publication.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

using namespace adoube;
using namespace adoube::round;
using broadcast::game_with;

namespace {

PublicState state(std::int64_t hall_ms, std::uint64_t inputs, std::initializer_list<const char*> moves,
                  bool slow = false) {
    return {HallMs(hall_ms), {"g", inputs, GameMs(hall_ms - 100'000), slow}, game_with("g", 1, moves)};
}

std::vector<std::size_t> plies(const std::vector<broadcast::PublicGame>& games) {
    std::vector<std::size_t> all;
    for (const auto& game : games) all.push_back(game.moves.size());
    return all;
}

} // namespace

TEST_CASE("a state is shown before the journal knows that it is shown") {
    Publication publication(5'000);
    publication.put(state(100'200, 7, {"e4"}));
    CHECK(publication.due(HallMs(105'199)).empty());
    CHECK(publication.due(HallMs(105'200)) ==
          std::vector{record::Shown{"g", 7, GameMs(200), UtcMs(1'065'000)}});
    CHECK(publication.due(HallMs(105'200)).empty());
    CHECK(publication.take_due(HallMs(200'000)).empty());
    publication.marked(HallMs(105'210), 10);
    CHECK(plies(publication.take_due(HallMs(105'210))) == std::vector<std::size_t>{1});
    CHECK(publication.take_due(HallMs(300'000)).empty());
}

TEST_CASE("when a slow disk was done can be seen from outside: only whole seconds of the game's time can") {
    const auto [slow_input, mark_took_ms] = GENERATE(std::pair(true, 5), std::pair(false, 51));
    Publication publication(0);
    publication.put(state(100'200, 7, {"e4"}, slow_input));
    REQUIRE(publication.due(HallMs(100'900)).size() == 1);
    publication.marked(HallMs(101'030), mark_took_ms);
    CHECK(publication.take_due(HallMs(101'999)).empty());
    CHECK(plies(publication.take_due(HallMs(102'000))) == std::vector<std::size_t>{1});
}

TEST_CASE("a state that waits for its second is overtaken by the next") {
    Publication publication(0);
    publication.put(state(100'200, 7, {"e4"}));
    publication.put(state(100'300, 9, {"e4", "e5"}));
    REQUIRE(publication.due(HallMs(100'900)).size() == 2);
    publication.marked(HallMs(100'900), 60);
    publication.marked(HallMs(100'910), 5);
    CHECK(publication.take_due(HallMs(100'999)).empty());
    CHECK(plies(publication.take_due(HallMs(101'000))) == std::vector<std::size_t>{1, 2});
}

TEST_CASE(
    "a state that waits for its second is shown though it is undone, or after a start as its mark is there") {
    Publication publication(0);
    publication.put(state(100'200, 7, {"e4"}));
    const auto shown = publication.due(HallMs(100'200));
    publication.marked(HallMs(100'200), 5);
    REQUIRE(plies(publication.take_due(HallMs(100'200))) == std::vector<std::size_t>{1});
    publication.put(state(100'300, 9, {"e4", "e5"}));
    publication.put(state(100'400, 10, {"e4", "e5", "Nf3"}));
    REQUIRE(publication.due(HallMs(100'900)).size() == 2);
    publication.marked(HallMs(100'900), 60);
    CHECK(publication.take_corrected().empty());
    publication.put(state(100'950, 11, {"e4"}));
    REQUIRE(publication.take_corrected().size() == 1);
    const auto marks = publication.due(HallMs(100'950));
    REQUIRE(marks.size() == 2);
    CHECK(marks[0] == shown[0]);
    CHECK(marks[1].inputs == 11);
    for (int mark = 0; mark < 3; ++mark) publication.marked(HallMs(100'960), 5);
    CHECK(plies(publication.take_due(HallMs(102'000))) == std::vector<std::size_t>{1});
}

TEST_CASE(
    "what is undone and made again at once, or before a start, is not undone for exits that wait longer") {
    Publication publication(5'000);
    SECTION("at once") {
        publication.put(state(100'200, 7, {"e4", "e5"}));
        publication.put(state(100'300, 8, {"e4"}));
        publication.put(state(100'300, 9, {"e4", "e5"}));
    }
    SECTION("before a start") {
        publication.recall({"g", 7, GameMs(200)});
        publication.restored(HallMs(101'000), {state(100'200, 7, {"e4", "e5"}), state(100'300, 8, {"e4"}),
                                               state(100'400, 9, {"e4", "e5"})});
        CHECK(plies(publication.take_due(HallMs(101'000))) == std::vector<std::size_t>{2});
    }
    CHECK(plies(publication.take_corrected()) == std::vector<std::size_t>{1});
    CHECK(publication.take_corrected().empty());
}

TEST_CASE("after a start what was shown waits again, or what was not is shown") {
    Publication publication(5'000);
    publication.put({{}, {}, game_with("g", 1, {})}); // as configured
    publication.recall({"g", 9, GameMs(300)});
    publication.put(state(100'200, 7, {"e4"}));
    publication.put(state(100'300, 9, {"e4", "e5"}));
    publication.put(state(100'301, 9, {"e4", "e5", "Nf3"})); // by time alone, later
    // At once: nobody knows yet how long the daemon was away.
    CHECK(plies(publication.take_due(HallMs(90'000))) == std::vector<std::size_t>{2});
    CHECK(publication.due(HallMs(105'300)).empty());
    CHECK(publication.due(HallMs(105'301)) ==
          std::vector{record::Shown{"g", 9, GameMs(301), UtcMs(1'185'000)}});
}

TEST_CASE("after a start with the wall clock set, clocks that run stay wrong though their board has told") {
    Publication publication(5'000);
    publication.recall({"g", 9, GameMs(300), UtcMs(1'234'567)});
    publication.put(state(100'300, 9, {"e4", "e5"}));
    publication.put(state(100'400, 11, {"e4", "e5", "Nf3"}));
    CHECK(publication.take_due(HallMs(100'301)).size() == 1);
    publication.date("g", HallMs(3'000'000), std::nullopt);
    CHECK(publication.due(HallMs(100'302)) ==
          std::vector{record::Shown{"g", 9, GameMs(300), UtcMs(4'125'000)}});
    CHECK(publication.due(HallMs(100'303)).empty());
    publication.marked(HallMs(100'310), 10);
    CHECK(publication.take_due(HallMs(100'310)).at(0).clocks->at_utc_ms == UtcMs(4'125'000));
    publication.date("g", HallMs(4'000'000), std::nullopt); // the first date stands
    CHECK(publication.due(HallMs(105'400)) ==
          std::vector{record::Shown{"g", 11, GameMs(400), UtcMs(4'185'000)}});
}

TEST_CASE("after a start a move waits the whole delay anew though its board tells how long ago it was made") {
    Publication publication(5'000);
    publication.restored(HallMs(100'000), {});
    publication.put(state(100'000, 7, {"e4"}));
    publication.put(state(100'000, 9, {"e4", "e5"}));
    SECTION("its clock has run on") {
        publication.date("g", HallMs(97'000), GameMs{});
        CHECK(publication.due(HallMs(101'999)).empty());
        CHECK(publication.due(HallMs(102'000)).size() == 2);
    }
    SECTION("the board had no power meanwhile") {
        publication.date("g", HallMs(97'000), std::nullopt);
        CHECK(publication.due(HallMs(104'999)).empty());
        CHECK(publication.due(HallMs(105'000)).size() == 2);
    }
    SECTION("another start of the board has kept the time since") {
        publication.date("g", HallMs(97'000), GameMs(1));
        CHECK(publication.due(HallMs(104'999)).empty());
        CHECK(publication.due(HallMs(105'000)).size() == 2);
    }
    SECTION("what is put since waits as it would") {
        publication.put(state(100'500, 11, {"e4", "e5", "Nf3"}));
        publication.date("g", HallMs(90'000), GameMs{});
        CHECK(publication.due(HallMs(105'499)).size() == 2);
        CHECK(publication.due(HallMs(105'500)).size() == 1);
    }
}

TEST_CASE("a clock that was shown before a start shows another time after it") {
    Publication publication(5'000);
    publication.recall({"g", 9, GameMs(300), UtcMs(1'234'567)});
    publication.put(state(100'300, 9, {"e4", "e5"}));
    CHECK(publication.take_due(HallMs(100'301)).at(0).clocks->at_utc_ms == UtcMs(1'234'567));
}

namespace {

/// After one and two moves, at the moments of their presses.
PublicState first_move() { return state(1'160'000, 7, {"e4"}); }
PublicState second_move() { return state(1'220'000, 9, {"e4", "e5"}); }

} // namespace

TEST_CASE("a state whose mark was written with its press waits for the disk once more") {
    Publication publication(0);
    REQUIRE(publication.shows_at_once());
    const auto mark = publication.foreseen("g", 7, GameMs(1'060'000), {});
    CHECK(publication.due(HallMs(1'160'000)).empty());
    publication.marked_with_input(mark);
    publication.put(first_move());
    CHECK(publication.due(HallMs(1'160'010)).empty());
    CHECK(plies(publication.take_due(HallMs(1'160'010))) == std::vector<std::size_t>{1});
    publication.put(second_move());
    CHECK(publication.due(HallMs(1'220'010)).size() == 1); // not foreseen
}

TEST_CASE("a mark that was written with a press stays in the journal though what it marks is not shown") {
    const bool is_delayed = GENERATE(false, true);
    Publication publication(0);
    publication.put(first_move());
    const auto shown = publication.due(HallMs(1'160'010));
    REQUIRE(shown.size() == 1);
    publication.marked(HallMs(1'160'010), 1);
    REQUIRE(publication.take_due(HallMs(1'160'010)).size() == 1);
    publication.marked_with_input(publication.foreseen("g", 9, GameMs(1'120'000), {}));
    if (is_delayed) publication.change_delay(900'000);
    if (is_delayed) publication.put(second_move());
    CHECK(publication.due(HallMs(1'220'010)) == shown);
    publication.marked(HallMs(1'220'010), 1);
    CHECK(publication.take_due(HallMs(1'220'010)).empty());
    CHECK(publication.due(HallMs(1'220'020)).empty());
}

TEST_CASE(
    "the last mark of a game in the journal is of less than was shown, as one was asked for in between") {
    Publication publication(0);
    const auto mark = publication.foreseen("g", 9, GameMs(1'120'000), {}); // the first press was not
    publication.put(first_move());
    REQUIRE(publication.due(HallMs(1'160'010)).size() == 1); // is written behind it
    publication.marked_with_input(mark);
    publication.marked(HallMs(1'220'000), 1);
    publication.put(second_move());
    const auto marks = publication.due(HallMs(1'220'000));
    REQUIRE(marks.size() == 1);
    CHECK(marks.front() == mark);
    CHECK(plies(publication.take_due(HallMs(1'220'000))) == std::vector<std::size_t>{1});
}

TEST_CASE("a state is shown before an earlier one of its game that waits for its mark") {
    Publication publication(0);
    publication.put(first_move());
    REQUIRE(publication.due(HallMs(1'160'010)).size() == 1);
    publication.marked_with_input(publication.foreseen("g", 9, GameMs(1'120'000), {}));
    publication.put(second_move());
    CHECK(publication.due(HallMs(1'220'000)).size() == 1);
    CHECK(publication.take_due(HallMs(1'220'000)).empty());
    publication.marked(HallMs(1'220'000), 1);
    publication.marked(HallMs(1'220'000), 1);
    CHECK(plies(publication.take_due(HallMs(1'220'000))) == std::vector<std::size_t>{1, 2});
}
