#include "daemon/server/arbiters_round.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hall.hpp"

using namespace adoube;
using tests::Hall;
using tests::ScriptedBoard;
using tests::seat;

namespace {

class Complaining {
  public:
    Complaining() {
        board.place(tests::start_squares());
        hall.plug(0, board);
        hall.run(3);
    }
    /// Returns the new notes.
    std::vector<std::string> say(wire::ResetCause cause, std::uint64_t broken) {
        hall.notes.clear();
        hall.receive(0, tests::frame_of(wire::Condition{1, cause, 0, broken}));
        std::vector<std::string> texts;
        for (const auto& note : hall.notes) texts.push_back(note.text);
        return texts;
    }
    Hall hall{{seat(1)}};
    ScriptedBoard board{1, 0, 0xA1};
};

} // namespace

TEST_CASE("why a board started anew is told once, where it is a fault") {
    using wire::ResetCause;
    CHECK(Complaining().say(ResetCause::power_on, 0).empty());
    CHECK(Complaining().say(ResetCause::asked, 0).empty());
    CHECK(Complaining().say(ResetCause::unknown, 0).empty());
    Complaining hung;
    CHECK(hung.say(ResetCause::watchdog, 0) ==
          std::vector<std::string>{"board 1: its firmware hung, and its watchdog started it anew"});
    CHECK(hung.say(ResetCause::watchdog, 0).empty());
    CHECK(Complaining().say(ResetCause::brown_out, 0).size() == 1);
}

TEST_CASE("where a board's firmware stopped is told once, and nothing of a board that went on") {
    Complaining c;
    const auto say = [&](std::uint32_t fault_at) {
        c.hall.notes.clear();
        c.hall.receive(0, tests::frame_of(wire::Chip{1, 2, fault_at, 0x2000'0f01}));
        return c.hall.notes;
    };
    REQUIRE(say(0x2000'1a2c).size() == 1);
    CHECK(c.hall.notes.front().text ==
          "board 1: its firmware stopped at 0x20001a2c, called by 0x20000f01: tell its makers, with the "
          "firmware's version");
    CHECK(say(0x2000'1a2c).empty());

    Complaining went_on;
    went_on.hall.notes.clear();
    went_on.hall.receive(0, tests::frame_of(wire::Chip{1, 2, 0, 0}));
    CHECK(went_on.hall.notes.empty());
}

TEST_CASE("squares that a board cannot see are told by name when they fail, and when they are mended") {
    Complaining c;
    const auto say = [&](std::uint64_t broken) { return c.say(wire::ResetCause::power_on, broken); };
    CHECK(say(0b11) ==
          std::vector<std::string>{"board 1: its wiring or sensors are at fault, and it does not see a1 b1"});
    CHECK(say(0b11).empty());
    CHECK(say(0b110) ==
          std::vector<std::string>{"board 1: its wiring or sensors are at fault, and it does not see b1 c1"});
    CHECK(say(0b10) == std::vector<std::string>{"board 1: it sees c1 again, but still not b1"});
    CHECK(say(0) == std::vector<std::string>{"board 1: it sees b1 again"});
}

TEST_CASE("what a board has complained of, and is over, is trouble still") {
    Complaining c;
    const auto stands = [&](std::uint64_t broken, wire::ResetCause cause = wire::ResetCause::power_on) {
        (void)c.say(cause, broken);
        std::string all;
        for (const auto& each : c.hall.view(0).complaints) {
            CHECK_FALSE(each.over);
            all += std::string(to_string(each.about)) + ": " + each.text + "; ";
        }
        return all;
    };
    CHECK(stands(0b11) == "squares: its wiring or sensors are at fault, and it does not see a1 b1; ");
    CHECK(stands(0b10) == "squares: it sees a1 again, but still not b1; ");
    CHECK(stands(0).empty());
    Complaining sank;
    (void)sank.say(wire::ResetCause::brown_out, 1);
    CHECK(sank.hall.view(0).complaints.size() == 2);
    (void)sank.say(wire::ResetCause::brown_out, 0);
    REQUIRE(sank.hall.view(0).complaints.size() == 1);
    CHECK(sank.hall.view(0).complaints[0].about == round::Subject::start);
}

TEST_CASE("a complaint outlives its board, its game or its end, or two stand about the same") {
    using enum round::Subject;
    round::Complaints all;
    const auto stand = [&](bool game_over = false) {
        std::string told;
        for (const auto& each : all.current(game_over)) told += each.text;
        return told;
    };
    all.begin_start(1, 1);
    all.take({squares, "a"});
    all.begin_game(); // the first: what came before it has just happened
    all.take({start, "b"});
    all.take({clock_times, "c"});
    all.take({no_clock, "d"});
    CHECK(stand() == "abcd");
    all.take({squares, "A"});
    CHECK(stand() == "bcdA");
    CHECK(stand(true) == "bdA");
    all.begin_start(1, 1); // its cable was out
    CHECK(stand() == "bcdA");
    all.leave(2);
    CHECK(stand() == "bcdA");
    CHECK(all.has_changed());
    CHECK_FALSE(all.has_changed());
    all.begin_game();
    CHECK(stand() == "dA");
    CHECK(all.has_changed());
    all.take({no_clock, {}, true});
    CHECK(stand() == "A");
    all.begin_start(1, 2);
    CHECK(stand().empty());
    all.take({battery, "e"});
    all.take({clock_link, "f"});
    all.leave(1);
    CHECK(stand() == "f");
    all.take({clock_link, "heard again", true});
    CHECK(stand().empty());
    all.take({clock_link, "heard again", true});
    CHECK(stand().empty());
}

TEST_CASE("a board that starts anew complains anew") {
    Complaining c;
    CHECK(c.say(wire::ResetCause::power_on, 1).size() == 1);
    ScriptedBoard again(2, 0, 0xA1);
    again.place(tests::start_squares());
    c.hall.unplug(0);
    c.hall.plug(0, again);
    c.hall.run(3);
    c.hall.notes.clear();
    c.hall.receive(0, tests::frame_of(wire::Condition{2, wire::ResetCause::brown_out, 0, 1}));
    CHECK(c.hall.notes.size() == 2);
}

TEST_CASE(
    "a condition that flaps makes a few messages a second for arbiters, and one that lasts reaches them") {
    Complaining c;
    server::ArbitersRound arbiters("test");
    std::vector<std::string> told;
    c.hall.look_at = [&](std::size_t table) {
        if (auto news = arbiters.update(c.hall.view(table)); !news.empty()) told.push_back(std::move(news));
    };
    const auto say = [&](std::uint64_t broken) { c.say(wire::ResetCause::power_on, broken); };
    say(0);
    c.hall.run(20);
    const auto told_before = told.size();
    constexpr std::size_t steps = 100, step_ms = 50, most_a_second = 5;
    for (std::size_t step = 0; step < steps; ++step) {
        for (std::uint64_t n = 0; n < 10 + step % 2; ++n) say(n % 2 == 0 ? 1 : 0);
        c.hall.step(step_ms);
    }
    CHECK(told.size() > told_before);
    CHECK(told.size() - told_before <= most_a_second * steps * step_ms / 1000);
    c.hall.run(20);
    told.clear();
    say(0b100);
    c.hall.run(10); // half a second
    REQUIRE(told.size() == 1);
    CHECK(told[0].find("it does not see c1") != std::string::npos);
    c.hall.run(100);
    CHECK(told.size() == 1);
}
