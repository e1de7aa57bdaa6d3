// A clock on the table, as it shows whole seconds, beside the clock that is reckoned from the presses.

#include "daemon/round/clock_watch.hpp"
#include "daemon/umpire/data/chess_clock.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <cmath>
#include <random>

using namespace adoube;
using chess::Side;
using round::ClockWatch;

namespace {

/// Written apart from the umpire's: counts a side down in milliseconds of its own pace.
struct TableClock {
    double left_ms[2]{}; // White's, Black's
    std::int64_t bonus_ms = 0;
    int to_move = 0;
    bool runs = true;
    double pace = 1;
    bool rounds_up = false, white_left = true, lever_right = false;
    int moves[2]{}, moves_in_period = 0; // 0: there is one period only
    double next_period_ms = 0;

    void pass(std::int64_t ms) {
        if (runs) left_ms[to_move] = std::max(0.0, left_ms[to_move] - pace * static_cast<double>(ms));
    }
    void press() {
        left_ms[to_move] += static_cast<double>(bonus_ms);
        if (++moves[to_move] == moves_in_period) left_ms[to_move] += next_period_ms;
        to_move = 1 - to_move;
        lever_right = !lever_right;
    }
    ClockWatch::Display display() const {
        const auto shown = [&](int side) {
            return static_cast<int>(rounds_up ? std::ceil(left_ms[side] / 1000)
                                              : std::floor(left_ms[side] / 1000));
        };
        return {shown(white_left ? 0 : 1), shown(white_left ? 1 : 0), lever_right};
    }
};

/// The board's presses, the umpire's clock and the watch between them.
struct ClockAtTable {
    TableClock clock;
    umpire::ChessClock reckoned;
    ClockWatch watch;
    std::mt19937 random;
    GameMs now{};
    std::int64_t told_ms = 0, interval_ms = 500;
    bool silent = false;
    int presses = 0;
    std::vector<std::pair<int, std::string>> complaints; // after how many presses
    round::Complaints standing;                          // those that are not over
    std::int64_t most_off_ms = 0;

    ClockAtTable(const std::string& time_control, std::uint64_t seed)
        : reckoned(umpire::parse_time_control(time_control).value(), record::ClockMode::increment),
          random(static_cast<unsigned>(seed)) {
        const auto periods = umpire::parse_time_control(time_control).value();
        clock.left_ms[0] = clock.left_ms[1] = static_cast<double>(periods[0].time_ms);
        clock.bonus_ms = periods[0].bonus_ms;
        clock.rounds_up = random() % 2 == 0, clock.white_left = random() % 2 == 0;
        clock.lever_right = random() % 2 == 0;
        reckoned.start(Side::white, now);
        std::vector<std::int64_t> later;
        for (std::size_t at = 1; at < periods.size(); ++at) later.push_back(periods[at].time_ms);
        watch = ClockWatch(later);
    }
    umpire::Clocks clocks() const {
        return {reckoned.left_ms(Side::white, now), reckoned.left_ms(Side::black, now), reckoned.running()};
    }
    std::int64_t off_ms(std::int64_t reckoned_ms, int side) const {
        return std::abs(reckoned_ms - std::int64_t{std::llround(clock.left_ms[side])});
    }
    void collect() {
        for (auto& told : watch.take_complaints()) {
            standing.take(told);
            if (!told.text.empty()) complaints.emplace_back(presses, std::move(told.text));
        }
    }
    void say() {
        const auto before = clocks();
        if (const auto reading = watch.hear(clock.display(), before, now)) {
            // As the umpire does.
            for (const auto side : {Side::white, Side::black}) {
                const auto shown = side == Side::white ? reading->white_ms : reading->black_ms;
                const auto is = std::max<std::int64_t>(0, reckoned.left_ms(side, now));
                const auto nearest = std::clamp(is, shown - reading->within_ms, shown + reading->within_ms);
                if (nearest != is) reckoned.set(side, nearest, now);
            }
        }
        collect();
    }
    void think(std::int64_t ms) {
        for (const auto until = now + ms; now < until;) {
            now += 100;
            clock.pass(100);
            told_ms += 100;
            if (told_ms >= interval_ms && !silent) told_ms = 0, say();
            if (watch.is_silent(now, now)) watch.tell_silent();
            collect();
            const auto truth = clocks();
            most_off_ms = std::max({most_off_ms, off_ms(truth.white_ms, 0), off_ms(truth.black_ms, 1)});
        }
    }
    /// The lever's contact closes a little before or after the clock sees its lever move.
    void press(std::int64_t late_ms = 0) {
        const auto side = clock.to_move == 0 ? Side::white : Side::black;
        clock.pass(late_ms);
        clock.press();
        ++presses;
        reckoned.press(side, now);
        reckoned.add_bonus(side);
        reckoned.count_move(side);
        watch.pressed(side, now);
    }
    std::int64_t below(std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(0, most - 1)(random);
    }
    void play(int plies, std::int64_t most_ms) {
        for (int ply = 0; ply < plies; ++ply) {
            think(2'000 + below(most_ms));
            press();
        }
    }
};

std::string said_of(const ClockAtTable& hall) {
    std::string all;
    for (const auto& [presses, sentence] : hall.complaints)
        all += std::to_string(presses) + ": " + sentence + "; ";
    return all;
}

bool says(const ClockAtTable& hall, std::string_view words) {
    return std::ranges::any_of(
        hall.complaints, [&](const auto& each) { return each.second.find(words) != std::string::npos; });
}

} // namespace

TEST_CASE("A right clock is never doubted, and its times are never a second and more from those recorded") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        ClockAtTable hall("5400+30", adoube::tests::seed(seed));
        INFO("seed " << seed);
        hall.interval_ms = 100 + 100 * hall.below(9);
        for (int ply = 0; ply < 60; ++ply) {
            hall.think(1'500 + hall.below(40'000));
            hall.press(hall.below(40));
        }
        CHECK(said_of(hall) == "");
        CHECK(hall.most_off_ms < 1'000);
    }
}

TEST_CASE(
    "Over whole games with time added, periods and flags the recorded times come to be wrong by a second") {
    int flags = 0, added = 0, second_periods = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        ClockAtTable hall("20/300+2:120+2", adoube::tests::seed(seed));
        INFO("seed " << seed);
        hall.clock.moves_in_period = 20, hall.clock.next_period_ms = 120'000;
        hall.interval_ms = 100 + 100 * hall.below(9);
        const auto has_fallen = [&] { return hall.clock.left_ms[hall.clock.to_move] <= 0; };
        while (!has_fallen()) {
            const auto think_ms = 500 + hall.below(25'000);
            for (std::int64_t ms = 0; ms < think_ms && !has_fallen(); ms += 100) hall.think(100);
            if (has_fallen()) break;
            hall.press(hall.below(40));
            if (hall.below(25) != 0) continue;
            const int side = static_cast<int>(hall.below(2));
            hall.clock.left_ms[side] += 60'000;
            const auto of = side == 0 ? Side::white : Side::black;
            hall.reckoned.set(of, hall.reckoned.left_ms(of, hall.now) + 60'000, hall.now);
            ++added;
        }
        ++flags;
        second_periods += hall.clock.moves[0] > 20;
        CHECK(said_of(hall) == "");
        CHECK(hall.most_off_ms < 1'000);
    }
    CHECK(flags == 40);
    CHECK(added >= 10);
    CHECK(second_periods >= 10);
}

TEST_CASE("A clock that adds a period's time when the one before has run out is right as well") {
    ClockAtTable hall("2/60:600", 1);
    hall.play(4, 5'000); // the reckoned clock has both periods now
    hall.think(20'000);
    hall.play(2, 5'000);
    CHECK(said_of(hall) == "");
    hall.clock.left_ms[0] += 600'000, hall.clock.left_ms[1] += 600'000;
    hall.play(4, 5'000);
    CHECK(said_of(hall) == "");
    CHECK(hall.most_off_ms >= 500'000); // meanwhile, and the reckoned one went on
    CHECK(std::abs(hall.clocks().white_ms - std::int64_t{std::llround(hall.clock.left_ms[0])}) < 1'000);
}

TEST_CASE("Time that the arbiter gives on the clock and here is no contradiction") {
    ClockAtTable hall("300", 2);
    hall.play(6, 5'000);
    hall.clock.left_ms[1] += 120'000;
    hall.reckoned.set(Side::black, hall.reckoned.left_ms(Side::black, hall.now) + 120'000, hall.now);
    hall.play(6, 5'000);
    CHECK(said_of(hall) == "");
}

TEST_CASE("A clock that is wrong is told by the second press that contradicts it, and harms no record") {
    struct Row {
        const char* name;
        void (*spoil)(TableClock&);
        const char* words;
    };
    for (const auto& row :
         {Row{"another time control",
              [](TableClock& clock) { clock.left_ms[0] = clock.left_ms[1] = 300'000; }, "other times"},
          Row{"one side's time", [](TableClock& clock) { clock.left_ms[1] -= 60'000; }, "other times"},
          Row{"no bonus", [](TableClock& clock) { clock.bonus_ms = 0; }, "other times"},
          Row{"stopped", [](TableClock& clock) { clock.runs = false; }, "other times"}}) {
        INFO(row.name);
        ClockAtTable hall("600+10", 3);
        row.spoil(hall.clock);
        umpire::ChessClock alone = hall.reckoned;
        hall.play(8, 8'000);
        REQUIRE(hall.complaints.size() == 1);
        CHECK(hall.complaints[0].second.find(row.words) != std::string::npos);
        CHECK(hall.complaints[0].first <= 4);
        // As if there were no clock, but for what the display may correct.
        ClockAtTable without("600+10", 3);
        without.silent = true;
        without.play(8, 8'000);
        CHECK(std::abs(hall.clocks().white_ms - without.clocks().white_ms) <= 3'000);
        CHECK(std::abs(hall.clocks().black_ms - without.clocks().black_ms) <= 3'000);
    }
}

TEST_CASE("A clock that runs a hundredth too fast is told, and drags the record a few seconds at most") {
    ClockAtTable hall("5400+30", 4);
    hall.clock.pace = 1.01;
    hall.play(40, 60'000);
    CHECK(says(hall, "other times"));
    ClockAtTable without("5400+30", 4);
    without.silent = true;
    without.play(40, 60'000);
    CHECK(std::abs(hall.clocks().white_ms - without.clocks().white_ms) <= 6'000);
}

TEST_CASE("A clock that is turned in the middle of the game is told as that") {
    ClockAtTable hall("600+10", 5);
    hall.play(3, 30'000);
    hall.think(20'000);
    REQUIRE(hall.complaints.empty());
    hall.clock.white_left = !hall.clock.white_left;
    const int before = hall.presses;
    bool stood = false; // until both times come so near each other that they agree with the moves either way
    for (int ply = 0; ply < 4; ++ply) {
        hall.play(1, 5'000);
        const auto standing = hall.standing.current(false);
        stood |= standing.size() == 1 && standing[0].about == round::Subject::clock_times;
    }
    CHECK(stood);
    REQUIRE(!hall.complaints.empty());
    CHECK(hall.complaints[0].second.find("turned") != std::string::npos);
    CHECK(hall.complaints[0].first <= before + 2);
    hall.clock.white_left = !hall.clock.white_left;
    hall.play(2, 5'000);
    CHECK(says(hall, "agrees with the moves again"));
}

TEST_CASE("A lever that tells its place wrongly is told, and nothing else comes of it") {
    ClockAtTable hall("600+10", 6);
    hall.play(3, 5'000);
    for (int ply = 0; ply < 6; ++ply) {
        hall.think(3'000);
        hall.press();
        hall.clock.lever_right = true; // stuck
    }
    hall.think(3'000);
    REQUIRE(hall.complaints.size() == 1);
    CHECK(says(hall, "lever"));
    CHECK(hall.complaints[0].first <= 3 + 4);
}

TEST_CASE("A clock that falls silent while a side's time runs is told within two seconds, once, and when it "
          "is back") {
    ClockAtTable hall("600+10", 7);
    hall.play(2, 5'000);
    hall.silent = true;
    const auto silent_at = hall.now;
    while (hall.complaints.empty() && hall.now < silent_at + 5'000) hall.think(100);
    CHECK(hall.now - silent_at <= 2'000);
    CHECK(says(hall, "silent"));
    hall.play(4, 5'000);
    CHECK(hall.complaints.size() == 1);
    hall.silent = false;
    hall.think(1'000);
    CHECK(says(hall, "heard again"));
    CHECK(hall.standing.current(false).empty());
}

TEST_CASE(
    "A clock that is set right before the start is still told to be set wrongly, or not told so again") {
    ClockWatch watch;
    round::Complaints standing;
    const umpire::Clocks reckoned{5'400'000, 5'400'000, std::nullopt};
    const auto shows = [&](int left_s) {
        watch.hear({.left_s = left_s, .right_s = left_s, .runs = false}, reckoned, GameMs(1'000));
        std::string told;
        for (const auto& each : watch.take_complaints()) {
            standing.take(each);
            told += each.text;
        }
        return told.substr(0, told.find(" to "));
    };
    const auto stands = [&] { return standing.current(false).size(); };
    CHECK(shows(3'600) == "its clock is set");
    CHECK(shows(3'600).empty());
    CHECK(stands() == 1);
    CHECK(shows(5'400) == "its clock is set right");
    CHECK(stands() == 0);
    CHECK(shows(5'400).empty());
    CHECK(shows(3'600) == "its clock is set");
    CHECK(stands() == 1);
}

TEST_CASE("A board that is silent does not make its clock silent") {
    ClockWatch watch;
    watch.hear({300, 300}, {300'000, 300'000, Side::white}, GameMs(1'000));
    CHECK(!watch.is_silent(GameMs(60'000), GameMs(1'500)));
    CHECK(watch.is_silent(GameMs(60'000), GameMs(2'500)));
}

TEST_CASE("A damaged message of a clock that gives the presses sets the time of a move, or its being set is "
          "not followed") {
    ClockWatch watch;
    const auto shows = [&](int white_s, int black_s, std::int64_t reckoned_white_s) {
        return watch.follow({.left_s = white_s, .right_s = black_s, .runs = true, .white_left = true},
                            {reckoned_white_s * 1'000, 5'700'000, Side::white});
    };
    const auto followed = [](const std::optional<record::ClockReading>& reading) {
        return reading && reading->within_ms != ClockWatch::for_the_record_only_ms;
    };
    CHECK(followed(shows(5'725, 5'700, 5'725)));
    CHECK_FALSE(followed(shows(3'660, 5'700, 5'725)));
    CHECK(followed(shows(5'724, 5'700, 5'724)));
    CHECK_FALSE(followed(shows(5'724, 9, 5'724)));
    CHECK_FALSE(followed(shows(5'723, 4'000, 5'723))); // damaged otherwise
    CHECK(followed(shows(5'723, 5'700, 5'723)));
    CHECK(watch.take_complaints().empty());
    CHECK_FALSE(followed(shows(4'000, 5'700, 5'723)));
    CHECK(followed(shows(3'999, 5'700, 5'722))); // somebody has set it
    CHECK(watch.take_complaints().size() == 1);
    SECTION("it may stand as it was set") {
        CHECK_FALSE(followed(shows(1'000, 5'700, 3'999)));
        CHECK(followed(shows(1'000, 5'700, 3'999)));
    }
}
