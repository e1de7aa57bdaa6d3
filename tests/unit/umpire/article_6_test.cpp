// Article 6: the chess clock.

#include "tests/unit/umpire/article_test.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto open = chess::Result::open;

std::optional<GameMs> completed_ms(const char* script, std::size_t ply, Edition edition) {
    return umpired({"", script}, edition).record.moves.at(ply).completed_ms;
}

} // namespace

ARTICLE_TEST(move_completed, "6.2.1 (2001: 6.8a, 2009: 6.7a)",
             "a move is completed without a press, or not by it") {
    for (const auto edition : every_edition) {
        INFO(to_string(edition));
        CHECK(completed_ms("-e2 +e4 1000 w", 0, edition) == GameMs(2200));
        CHECK(!completed_ms("-e2 +e4", 0, edition));
        CHECK(completed_ms("-e2 +e4 w -e7 +e5 b", 1, edition) == GameMs(2400));
        const Scene timed{.what = "", .script = "-e2 +e4 w -e7 +e5 1000 b", .time_control = "300+5"};
        const auto record = umpired(timed, edition).record;
        CHECK(record.moves.at(0).clock_ms == 300'000 - 1'200 + 5'000);
        CHECK(record.moves.at(1).clock_ms == 300'000 - 2'200 + 5'000);
    }
    play(Rule::move_completed,
         {{"an illegal move is no offence before the press", "-e2 +e5 -e5 +e4 w", "", "", "e2e4"}});
}

ARTICLE_TEST(completed_by_next_move, "6.2.1.2 (2001: -, 2009: -)",
             "a forgotten press leaves a move uncompleted for ever") {
    for (const auto edition : {Edition::laws_2018, Edition::laws_2023})
        CHECK(completed_ms("-e2 +e4 -e7 +e5 -d2 +d4 w", 0, edition));
    play(Rule::completed_by_next_move, {{"both go on without presses", "-e2 +e4 -e7 +e5 -d2 +d4 -d7 +d5 b",
                                         "", "", "e2e4 e7e5 d2d4 d7d5"}});
}

ARTICLE_TEST(late_press, "6.2.2 (2001: 6.8a, 2009: 6.7a)",
             "a press for a move already answered is an offence, or adds nothing") {
    play(Rule::late_press, {{"after the reply", "-e2 +e4 -e7 +e5 w b", "", "", "e2e4 e7e5"},
                            {"while the reply is made", "-e2 +e4 -e7 w +e5 b", "", "", "e2e4 e7e5"}});
    for (const auto edition : every_edition) {
        const Scene late{.what = "", .script = "-e2 +e4 -e7 +e5 w b", .time_control = "300+5"};
        const auto record = umpired(late, edition).record;
        CHECK(record.moves.at(0).clock_ms == 300'000 - 1'600); // when the reply was made
        CHECK(record.moves.at(0).completed_ms == GameMs(2'000));
        const Scene never{.what = "", .script = "-e2 +e4 -e7 +e5 1000 b", .time_control = "300+5"};
        CHECK(umpired(never, edition).record.moves.at(0).clock_ms == 300'000 - 1'600);
        const Scene bounced{.what = "", .script = "-e2 +e4 -e7 +e5 -e5 +e5 1000 b", .time_control = "300+5"};
        CHECK(umpired(bounced, edition).record.moves.at(0).clock_ms == 300'000 - 1'600);
        const Scene in_time{.what = "", .script = "-e2 +e4 -e7 w +e5 b", .time_control = "300+5"};
        CHECK(umpired(in_time, edition).record.moves.at(0).clock_ms == 300'000 - 1'600 + 5'000);
    }
}

ARTICLE_TEST(flag_seen, "6.8 (2001: 6.9)", "a flag that was seen or claimed is not told") {
    play(Rule::flag_seen,
         {{"before the clock says so", "-e2 +e4 w fb", "flag b 2", "", "e2e4", open, Sensing::presence,
           "300+5"},
          {"without any clock", "fw", "flag w 1"},
          {"twice", "fw fw", "flag w 1"},
          {"of both", "fw fb", "flag w 1; flag b 1"},
          {"seen again after it was dismissed", "fw dismiss:1 fw fw", "flag w 1; flag w 1"}});
}

TEST_CASE("a flag that an arbiter dismissed has fallen all the same, or hides one that falls") {
    const auto timed = [](const char* what, const char* script, const char* incidents,
                          const char* proposals) {
        return Scene{.what = what,
                     .script = script,
                     .incidents = incidents,
                     .time_control = "60",
                     .proposals = proposals};
    };
    const auto* const white_loses = "§ w 0-1; § w 0-1";
    play(Rule::flag_fall,
         {timed("a report, and then the clock", "fw dismiss:1 61000 -e2 +e4 w", "flag w 1; flag w 1",
                white_loses),
          timed("the other flag is no second one", "-e2 +e4 w fw dismiss:1 fb", "flag w 2; flag b 2",
                "§ w 0-1; § b 1-0"),
          timed("by the clock: not at once again", "61000 -e2 dismiss:1 +e4 w -e7 +e5 b", "flag w 1",
                "§ w 0-1"),
          timed("by the clock, and then a report", "61000 -e2 dismiss:1 fw +e4 w", "flag w 1; flag w 1",
                white_loses),
          timed("by the clock, which then had time again", "61000 -e2 dismiss:1 tw=5000 6000 +e4 w",
                "flag w 1; flag w 1", white_loses),
          timed("a report, once the clock has told", "fw dismiss:1 61000 -e2 dismiss:1 +e4 w",
                "flag w 1; flag w 1", white_loses),
          timed("the first of two falls: the second stands", "61000 -e2 tw=5000 6000 dismiss:1 fw +e4 w",
                "flag w 1; flag w 1", white_loses),
          timed("another incident of the player came since", "fw -g1 +g1 -e2 +e4 w dismiss:1 fw",
                "flag w 1; touch-move w 1; flag w 2", white_loses)});
    for (const auto edition : every_edition)
        CHECK(umpired({.what = "", .script = "-e2 +e4 w fb dismiss:1 =1-0"}, edition).record.termination ==
              "normal");
}

ARTICLE_TEST(flag_fall, "6.9 (2001: 6.10)", "a fallen flag is not told, or ends the game by itself") {
    play(Rule::flag_fall,
         {{"time runs out", "-e2 +e4 w 61000 -e7 +e5 b", "flag § b 2", "", "e2e4 e7e5", open,
           Sensing::presence, "60"},
          {"in time", "-e2 +e4 w 58000 -e7 +e5 b", "", "", "e2e4 e7e5", open, Sensing::presence, "60"},
          {"the moves of a period not made", "-e2 +e4 w -e7 +e5 b 61000 -d2 +d4 w", "flag § w 3", "", nullptr,
           open, Sensing::presence, "40/60:1800"},
          {"time is added for the moves of a period", "-e2 +e4 w -e7 +e5 b 61000 -d2 +d4 w", "", "", nullptr,
           open, Sensing::presence, "1/60:1800"},
          {"no clock is kept", "9000000 -e2 +e4 w", "", "", "e2e4"},
          {"an arbiter gives time", "tw=600000 61000 -e2 +e4 w", "", "", "e2e4", open, Sensing::presence,
           "60"},
          {"mate came first", "-a1 +a8 90000", "", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8",
           chess::Result::white_wins, Sensing::presence, "60"}});
    for (const auto edition : every_edition) {
        const auto flag = [&](const char* start) {
            return umpired({.what = "", .script = "70000 -e2 +e4 w", .start = start, .time_control = "60"},
                           edition)
                .incidents.at(0)
                .text;
        };
        CHECK(flag("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").contains("cannot mate"));
        CHECK(!flag("4k3/4q3/8/8/8/8/4P3/4K3 w - - 0 1").contains("cannot mate"));
    }
}

ARTICLE_TEST(both_flags_go_on, "III.3.1 (2001: 6.12, 2009: 6.11a)",
             "two flags in a period that is not the last end the game") {
    play(Rule::both_flags_go_on, {{.what = "claimed one after the other",
                                   .script = "-e2 +e4 w fw 1000 fb",
                                   .incidents = "flag w 2; flag b 2",
                                   .time_control = "40/7200:3600"}});
    for (const auto edition : every_edition) {
        const Scene scene{.what = "", .script = "-e2 +e4 w fw 1000 fb", .time_control = "40/7200:3600"};
        const auto proposals = umpired(scene, edition).proposals;
        REQUIRE(proposals.size() == 2);
        CHECK(proposals[1].article == laws::article(Rule::both_flags_go_on, edition));
        CHECK(proposals[1].result == open);
    }
}

ARTICLE_TEST(both_flags_draw, "III.3.1 (2001: 10.3, 2009: 6.11b)",
             "two flags in the last period do not draw") {
    for (const auto edition : every_edition) {
        const Scene scene{.what = "", .script = "-e2 +e4 w fw 1000 fb", .time_control = "7200"};
        const auto outcome = umpired(scene, edition);
        REQUIRE(outcome.proposals.size() == 2);
        CHECK(outcome.proposals[0].result == chess::Result::black_wins);
        CHECK(outcome.proposals[1].article == laws::article(Rule::both_flags_draw, edition));
        CHECK(outcome.proposals[1].result == chess::Result::draw);
        CHECK(outcome.result == open);
    }
}
