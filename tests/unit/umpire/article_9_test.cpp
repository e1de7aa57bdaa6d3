// Article 9: the drawn game.

#include "tests/unit/umpire/article_test.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto open = chess::Result::open, draw = chess::Result::draw, win = chess::Result::white_wins;
/// The start position occurs `times` times.
std::string repeated(int times) {
    std::string script;
    for (int at = 1; at < times; ++at) script += "-g1 +f3 w -g8 +f6 b -f3 +g1 w -f6 +g8 b ";
    return script;
}

} // namespace

ARTICLE_TEST(draw_offer, "9.1.2.1 (2001: 9.1a, 2009: 9.1b)", "an offer outlives the touch that declines it") {
    play(Rule::draw_offer,
         {{"declined by a touch", "-e2 +e4 ow w -e7 +e5 b", "offer-declined-by-touch § b 2"},
          {"and accepted too late", "-e2 +e4 ow w -e7 +e5 b ab", "offer-declined-by-touch § b 2", "",
           "e2e4 e7e5"},
          {"declined by word", "-e2 +e4 ow w db -e7 +e5 b"},
          {"accepted", "-e2 +e4 ow w ab", "", "", "e2e4", draw},
          {"the player's own touches decline nothing", "ow -e2 +e4 w ab", "", "", "e2e4", draw},
          {"adjusting declines nothing", "-e2 +e4 ow w jb -e7 +e7 ab", "", "", "e2e4", draw},
          {"an arbiter finds that nothing was touched", "-e2 +e4 ow w -e7 +e7 1000 dismiss:1 ab",
           "offer-declined-by-touch § b 2", "", "e2e4", draw},
          {"the same piece is touched again", "-e2 +e4 ow w -e7 +e7 1000 dismiss:1 -e7 700 +e7 ab",
           "offer-declined-by-touch § b 2; offer-declined-by-touch § b 2", "", "e2e4"},
          {"the same piece moves", "-e2 +e4 ow w -e7 +e7 1000 dismiss:1 -e7 +e5 b ab",
           "offer-declined-by-touch § b 2; offer-declined-by-touch § b 2", "", "e2e4 e7e5"},
          {"the move stands by then", "-e2 +e4 ow w -e7 +e5 1000 dismiss:1 b ab",
           "offer-declined-by-touch § b 2", "", "e2e4 e7e5"},
          {"he finds it too late", "-e2 +e4 ow w -e7 +e5 b 1000 dismiss:1 ab",
           "offer-declined-by-touch § b 2", "", "e2e4 e7e5"},
          {"another offer stands by then", "-e2 +e4 ow w -e7 +e7 ob 1000 dismiss:1 aw",
           "offer-declined-by-touch § b 2", "", "e2e4", draw}});
}

ARTICLE_TEST(threefold_repetition, "9.2.2 (2001: 9.2b, 2009: 9.2b)",
             "the third time is not told, or another is") {
    const auto twice = repeated(2), thrice = repeated(3);
    play(Rule::threefold_repetition,
         {{"twice", twice.c_str()}, {"the third time", thrice.c_str(), "draw-claimable § w 9"}});
    play(Rule::threefold_repetition,
         {{"the right to castle went between",
           "-h1 +g1 w -e8 +e7 b -g1 +h1 w -e7 +e8 b -h1 +g1 w -e8 +e7 b -g1 +h1 w -e7 +e8 b", "",
           "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}});
}

ARTICLE_TEST(fifty_moves, "9.3.2 (2001: 9.3b, 2009: 9.3b)",
             "fifty moves are told too soon, too late, or not") {
    play(Rule::fifty_moves,
         {{"the fiftieth of both", "-a1 +b1 w", "draw-claimable § b 2", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"},
          {"one less", "-a1 +b1 w", "", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80"},
          {"a pawn moved", "-a2 +a3 w", "", "4k3/8/8/8/8/8/P7/R3K3 w - - 99 80"},
          {"one told before", "-a1 +b1 w", "", "4k3/8/8/8/8/8/8/R3K3 w - - 100 80"}});
}

ARTICLE_TEST(fivefold_repetition, "9.6.1 (2001: -, 2009: -)",
             "the fifth time does not end the game, or ends it before 2018") {
    const auto four = repeated(4), five = repeated(5);
    constexpr auto told = "draw-claimable w 9; draw-claimable b 10; draw-claimable w 11; draw-claimable b 12";
    play(Rule::fivefold_repetition, {{"the fourth time", four.c_str(), told},
                                     {"the fifth time", five.c_str(), told, "", nullptr, draw}});
    play_without(Rule::fivefold_repetition, {{"the fifth time", five.c_str(), told}});
}

ARTICLE_TEST(seventy_five_moves, "9.6.2 (2001: -, 2009: -)",
             "75 moves do not end the game, or go before a mate") {
    const Scene quiet{
        "the 75th of both", "-a1 +b1 w", "", "4k3/8/8/8/8/8/8/R3K3 w - - 149 100", "a1b1", draw};
    play(Rule::seventy_five_moves,
         {quiet,
          {"one less", "-a1 +b1 w", "", "4k3/8/8/8/8/8/8/R3K3 w - - 148 100", "a1b1", open},
          {"mate goes first", "-a1 +a8 w", "", "7k/8/6K1/8/8/8/8/R7 w - - 149 100", "a1a8", win},
          {"and is none after it", "-a1 +b1 w -h8 +g8 b -b1 +b8 w", "", "7k/8/6K1/8/8/8/8/R7 w - - 149 100",
           "a1b1", draw}});
    Scene before = quiet;
    before.result = open;
    play_without(Rule::seventy_five_moves, {before});
}

ARTICLE_TEST(repetition_by_intended_move, "9.2.1 (2001: 9.2a, 2009: 9.2a)",
             "a claim with the move intended is not judged after that move") {
    const auto before = repeated(2) + "-g1 +f3 w -g8 +f6 b -f3 +g1 w ";
    const auto right = before + "cbr:Ng8", wrong = before + "cbr:e6", without = before + "cbr";
    play(Rule::repetition_by_intended_move,
         {{.what = "it makes the third time", .script = right.c_str(), .moves = nullptr}});
    for (const auto edition : every_edition) {
        INFO(to_string(edition));
        CHECK(umpired({.what = "", .script = right.c_str()}, edition).proposals.back().result == draw);
        CHECK(umpired({.what = "", .script = wrong.c_str()}, edition).proposals.back().result == open);
        CHECK(umpired({.what = "", .script = without.c_str()}, edition).proposals.back().result == open);
    }
}

ARTICLE_TEST(fifty_by_intended_move, "9.3.1 (2001: 9.3a, 2009: 9.3a)",
             "a claim with the move intended is not judged after that move") {
    constexpr auto start = "4k3/8/8/8/8/8/R7/4K3 w - - 99 80";
    for (const auto edition : every_edition) {
        INFO(to_string(edition));
        CHECK(umpired({.what = "", .script = "cwf:Rd2", .start = start}, edition).proposals.back().result ==
              draw);
        CHECK(umpired({.what = "", .script = "cwf:Rz9", .start = start}, edition).proposals.back().result ==
              open);
        CHECK(umpired({.what = "", .script = "cwf", .start = start}, edition).proposals.back().result ==
              open);
    }
}

ARTICLE_TEST(claim_right_lost, "9.4", "a claim is heard from a player who has lost the right to it") {
    const auto made = repeated(3) + "-g1 +f3 1000 cwr", touched = repeated(3) + "-g1 +g1 1000 cwr",
               adjusted = repeated(3) + "jw -g1 +g1 1000 cwr";
    constexpr auto told = "draw-claimable w 9";
    play(Rule::claim_right_lost, {{.what = "the move was made",
                                   .script = made.c_str(),
                                   .incidents = "draw-claimable w 9; draw-claimable b 10",
                                   .proposals = "§ w"}});
    play_in(
        {Edition::laws_2009, Edition::laws_2018, Edition::laws_2023}, Rule::claim_right_lost,
        {{.what = "a piece was touched", .script = touched.c_str(), .incidents = told, .proposals = "§ w"}});
    play_in({Edition::laws_2001}, Rule::correct_claim,
            {{.what = "a touch takes no right away",
              .script = touched.c_str(),
              .incidents = told,
              .proposals = "§ w 1/2-1/2"}});
    play(Rule::correct_claim, {{.what = "adjusting takes no right away",
                                .script = adjusted.c_str(),
                                .incidents = told,
                                .proposals = "§ w 1/2-1/2"}});
}

ARTICLE_TEST(correct_claim, "9.5.2 (2001: 9.5a, 2009: 9.5a)",
             "a correct claim is refused, or ends the game without an arbiter") {
    const auto third = repeated(3) + "cwr", decided = repeated(3) + "cwr =0-1";
    play(Rule::correct_claim, {{.what = "the third time",
                                .script = third.c_str(),
                                .incidents = "draw-claimable w 9",
                                .proposals = "§ w 1/2-1/2"},
                               {.what = "an arbiter decides otherwise",
                                .script = decided.c_str(),
                                .incidents = "draw-claimable w 9",
                                .result = chess::Result::black_wins},
                               {.what = "fifty moves",
                                .script = "cwf",
                                .start = "4k3/8/8/8/8/8/R7/4K3 w - - 100 80",
                                .proposals = "§ w 1/2-1/2"}});
}

ARTICLE_TEST(wrong_claim, "9.5.3 (2001: 9.5b, 2009: 9.5b)", "a wrong claim costs nothing, or another time") {
    const auto second = repeated(2) + "cwr";
    play_in({Edition::laws_2001, Edition::laws_2009}, Rule::wrong_claim,
            {{.what = "three minutes", .script = second.c_str(), .proposals = "§ w 0/180"}});
    play_in({Edition::laws_2018, Edition::laws_2023}, Rule::wrong_claim,
            {{.what = "two minutes", .script = second.c_str(), .proposals = "§ w 0/120"}});
    play_in({Edition::laws_2001}, Rule::wrong_claim,
            {{.what = "half of the claimant's time, three minutes at most",
              .script = "tw=3600400 cwr",
              .time_control = "7200",
              .proposals = "§ w -180/180"},
             {.what = "half of it",
              .script = "tw=300400 cwr",
              .time_control = "7200",
              .proposals = "§ w -150/180"},
             {.what = "all but a minute",
              .script = "tw=90400 cwr",
              .time_control = "7200",
              .proposals = "§ w -30/180"},
             {.what = "nothing under a minute",
              .script = "tw=59400 cwr",
              .time_control = "7200",
              .proposals = "§ w 0/180"}});
}

ARTICLE_TEST(quickplay_finish, "III (2001: 10.2, 2009: 10.2)",
             "a claim of the quickplay finish is judged without an arbiter") {
    play(Rule::quickplay_finish,
         {{.what = "less than two minutes left",
           .script = "tw=90000 cwq",
           .time_control = "3600",
           .proposals = "§ w"},
          {.what = "and more", .script = "tw=150000 cwq", .time_control = "3600", .proposals = "§ w"}});
}
