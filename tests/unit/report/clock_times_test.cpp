#include "daemon/report/clock_times.hpp"

#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"
#include "tests/unit/round/hands_at_board.hpp"

#include <boost/json.hpp>

using namespace adoube;
using broadcast::game_with;
using chess::Side;
using report::ClockTimeList;
using report::ClockTimes;

namespace {

const auto in_lisbon = account::LocalTime::of("+01:00").value();
const UtcMs began(1'763'650'800'000); // 2025-11-20T15:00:00Z
constexpr std::int64_t minute_ms = 60'000;
const access::Grant otto{access::Role::operator_, access::Boards::all(), 2, "Otto"};

/// A table that plays `sans`, White to begin at `began`.
struct At {
    At(int number, std::initializer_list<const char*> sans) : game(game_with("g", number, sans)) {
        game.tags.set("Event", "E");
        game.clocks->at_utc_ms = began;
        record = "E-r3-b" + std::to_string(number);
    }
    round::TableView view() const {
        return {.number = game.board,
                .electronics = electronics,
                .record_id = record,
                .game = game,
                .start_time = start_time,
                .confirmed = false,
                .incidents = {},
                .proposals = {},
                .dismissed = dismissed,
                .acts = {},
                .port = {},
                .driver = *driver,
                .hello = connected ? &hello : nullptr,
                .trouble = {},
                .complaints = {},
                .notice = {},
                .begun_ms = begun_ms};
    }
    broadcast::PublicGame game;
    std::string record, start_time = "2025-11-20T15:00:00Z";
    std::optional<GameMs> begun_ms{GameMs(0)};
    bool electronics = true, connected = true;
    std::set<int> dismissed{};
    wire::Hello hello{};
    std::shared_ptr<drivers::Driver> driver = drivers::make_driver(drivers::Maker::adoube, "P1");
};

std::vector<ClockTimeList> due(const ClockTimes& times, const std::vector<const At*>& tables,
                               std::int64_t after_ms) {
    std::vector<round::TableView> views;
    for (const auto* table : tables) views.push_back(table->view());
    return times.due(views, began + after_ms, in_lisbon);
}

/// Adds what is due; how many lists were.
std::size_t note(ClockTimes& times, const std::vector<const At*>& tables, std::int64_t after_ms) {
    auto lists = due(times, tables, after_ms);
    for (auto& list : lists) times.add(std::move(list));
    return lists.size();
}

} // namespace

TEST_CASE("the clocks at the half hour are told as at the last move, or of the wrong side") {
    At one(1, {"e4"}), two(2, {"e4", "e5"}), three(3, {});
    one.game.clocks = {5'390'000, 5'400'000, Side::black, began + 20 * minute_ms};
    two.game.clocks = {60'000, 5'000'000, Side::white, began + 28 * minute_ms}; // whose time is over since
    three.game.clocks.reset();
    three.connected = false;
    const auto lists = due({}, {&two, &one, &three}, 30 * minute_ms);
    REQUIRE(lists.size() == 1);
    const auto& list = lists.front();
    CHECK(list.event == "E");
    CHECK(list.round == "3");
    CHECK(list.half_hours == 1);
    CHECK(list.at_utc_ms == began + 30 * minute_ms);
    CHECK(list.in_hall == "2025-11-20 16:30:00");
    REQUIRE(list.games.size() == 3);
    CHECK(list.games[0] == report::ClockTime{.board = 1,
                                             .record = "E-r3-b1",
                                             .white = "A",
                                             .black = "B",
                                             .white_ms = 5'390'000,
                                             .black_ms = 5'400'000 - 10 * minute_ms,
                                             .running = Side::black,
                                             .to_move = Side::black,
                                             .plies = 1,
                                             .connected = true});
    CHECK(list.games[1].white_ms == 0);
    CHECK(list.games[1].black_ms == 5'000'000);
    CHECK_FALSE(list.games[2].white_ms);
    CHECK_FALSE(list.games[2].black_ms);
    CHECK_FALSE(list.games[2].connected);
}

TEST_CASE("a half hour is noted twice, too early, never, or after the last game of the round") {
    At one(1, {"e4"}), two(2, {"d4"});
    two.begun_ms = GameMs(10 * minute_ms); // the round began with the other
    ClockTimes times;
    const std::vector<const At*> both{&one, &two};
    const struct {
        std::int64_t after_minutes;
        std::size_t lists;
    } rows[] = {{0, 0},   {29, 0}, {30, 1}, {30, 0}, {31, 0},
                {59, 0},  {60, 1}, {61, 0}, {90, 1}, {130, 1}, // nobody was there at 120
                {149, 0}, {150, 1}};
    for (const auto& [minutes, lists] : rows) {
        CAPTURE(minutes);
        CHECK(note(times, both, minutes * minute_ms) == lists);
    }
    CHECK(times.all().back().half_hours == 5);
    CHECK(times.all()[3].at_utc_ms == began + 130 * minute_ms); // as late as it was noted
    one.game.result = chess::Result::draw;
    REQUIRE(note(times, both, 180 * minute_ms) == 1);
    CHECK(times.all().back().games.size() == 1); // the half hours still count from its begin
    two.game.result = chess::Result::white_wins;
    CHECK(note(times, both, 210 * minute_ms) == 0);
}

TEST_CASE("a game that was left on its board is noted for ever, or one that has not begun begins a round") {
    At left(1, {"e4"});
    ClockTimes times;
    for (int half_hour = 1; half_hour < 100; ++half_hour)
        (void)note(times, {&left}, half_hour * ClockTimes::every_ms);
    CHECK(times.all().size() == ClockTimes::most_half_hours);
    At waits(2, {});
    waits.begun_ms.reset();
    CHECK(note(times, {&waits}, 60 * minute_ms) == 0);
}

TEST_CASE("a table without electronics lacks in the list, or begins a round by itself") {
    At by_hand(2, {});
    by_hand.electronics = by_hand.connected = false;
    by_hand.begun_ms.reset();
    by_hand.game.clocks.reset();
    by_hand.game.tags.set("White", "Adams, Ann");
    CHECK(due({}, {&by_hand}, 30 * minute_ms).empty());
    const At one(1, {"e4"});
    const auto lists = due({}, {&by_hand, &one}, 30 * minute_ms);
    REQUIRE(lists.size() == 1);
    REQUIRE(lists.front().games.size() == 2);
    CHECK_FALSE(lists.front().games[1].white_ms);
    CHECK(lists.front().games[1].connected); // no board is away
}

TEST_CASE("two rounds at once share a list, or one keeps the other from being noted") {
    At one(1, {"e4"}), two(2, {"e4"});
    two.game.tags.set("Round", "4");
    ClockTimes times;
    CHECK(note(times, {&one, &two}, 30 * minute_ms) == 2);
    CHECK(note(times, {&one, &two}, 31 * minute_ms) == 0);
    const auto told = boost::json::parse(times.told_to(otto, 0)).as_object();
    CHECK(told.at("round") == "4");
    CHECK(told.at("rounds") == boost::json::array{"3", "4"});
    CHECK(told.at("lists").as_array().size() == 1);
    CHECK(boost::json::parse(times.told_to(otto, 3)).at("lists").at(0).at("games").at(0).at("board") == 1);
    CHECK(boost::json::parse(times.told_to(otto, 9)).at("lists").as_array().empty());
}

TEST_CASE("a clock of the host that is set back or ahead ends the notes, or has one made at every look") {
    const At one(1, {"e4"});
    ClockTimes times;
    REQUIRE(note(times, {&one}, 200 * minute_ms) == 1); // it was ahead
    REQUIRE(note(times, {&one}, 61 * minute_ms) == 1);  // and is set right
    for (int minute = 62; minute < 90; ++minute) CHECK(note(times, {&one}, minute * minute_ms) == 0);
    CHECK(note(times, {&one}, 90 * minute_ms) == 1);
}

TEST_CASE("clock times are others after they were kept, or what is none is taken for them") {
    At one(1, {"e4"}), two(2, {});
    two.game.clocks.reset();
    two.game.tags.set("White", "\xc5\xbb \"A\"");
    ClockTimes times;
    for (const int minute : {30, 60}) REQUIRE(note(times, {&one, &two}, minute * minute_ms) == 1);
    auto kept = ClockTimes::parse(times.lines()).value();
    CHECK(kept.all() == times.all());
    CHECK(note(kept, {&one, &two}, 61 * minute_ms) == 0); // what was noted before the restart
    CHECK(note(kept, {&one, &two}, 90 * minute_ms) == 1);
    const auto lines = times.lines();
    for (const auto* other : {"x", "[]\n", "{}\n", R"({"event":"E","round":"3","half_hours":1,"at":1})"})
        CHECK(ClockTimes::parse(lines + other).error() ==
              "does not hold clock times, as its line 3 is no list of them");
    CHECK_FALSE(ClockTimes::parse(lines.substr(0, lines.size() - 5)));
}

TEST_CASE("an arbiter is told the clocks of another's board, or what is left of a deleted game") {
    const At one(1, {"e4"}), two(2, {"d4"});
    ClockTimes times;
    REQUIRE(note(times, {&one, &two}, 30 * minute_ms) == 1);
    const access::Grant anna{access::Role::arbiter, *access::Boards::parse("1"), 1, "Anna"},
        fay{access::Role::fair_play, access::Boards::all(), 3, "Fay"};
    CHECK(times.told_to(anna, 0).find("E-r3-b1") != std::string::npos);
    CHECK(times.told_to(anna, 0).find("E-r3-b2") == std::string::npos);
    for (const auto& other : {fay, access::Grant()})
        CHECK(times.told_to(other, 0) == R"({"round":null,"rounds":[],"lists":[]})");
    CHECK_FALSE(times.forget("E-r3-b9"));
    CHECK(times.forget("E-r3-b1"));
    CHECK(times.lines().find("E-r3-b1") == std::string::npos);
    CHECK(times.told_to(anna, 0) == R"({"round":null,"rounds":[],"lists":[]})");
    CHECK(times.forget("E-r3-b2"));
    CHECK(times.all().empty());
}

TEST_CASE("lists of clock times grow without bound, or the newest is forgotten") {
    ClockTimes times;
    for (std::size_t n = 1; n <= ClockTimes::most_lists + 2; ++n)
        times.add({.event = "E", .round = "1", .half_hours = static_cast<std::int64_t>(n)});
    CHECK(times.all().size() == ClockTimes::most_lists);
    CHECK(times.all().front().half_hours == 3);
}

TEST_CASE("a board that plays is not noted after half an hour, or otherwise than its clocks run") {
    auto seat = tests::seat(1);
    seat.table.header.tags["Round"] = "3";
    tests::Hall hall({seat});
    tests::ScriptedBoard board{1, 0, 0xA1};
    tests::HandsAtBoard hands{hall, board};
    hall.plug(0, board);
    const auto lists_now = [&](const ClockTimes& times) {
        return times.due(std::vector{hall.view(0)}, hall.now.utc_ms, in_lisbon);
    };
    hall.run(20);
    hands.play("e4 e5");
    hall.run(20);
    ClockTimes times;
    CHECK(lists_now(times).empty());
    for (int second = 0; second < 29 * 60; ++second) hall.step(1000);
    CHECK(lists_now(times).empty());
    for (int second = 0; second < 70; ++second) hall.step(1000);
    const auto lists = lists_now(times);
    REQUIRE(lists.size() == 1);
    const auto& game = lists.front().games.front();
    CHECK(game.running == Side::white);
    CHECK(game.plies == 2);
    REQUIRE(game.white_ms);
    const auto used_ms = 5'400'000 + 30'000 - *game.white_ms; // a move's increment
    CHECK(used_ms > 29 * minute_ms);
    CHECK(used_ms < 32 * minute_ms);
    REQUIRE(game.black_ms);
    CHECK(*game.black_ms > 5'400'000);
    hall.kill();
    hall.run(20);
    const auto again = lists_now(times);
    REQUIRE(again.size() == 1);
    CHECK(again.front().half_hours == lists.front().half_hours);
}
