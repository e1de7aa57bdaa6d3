// Article 7: irregularities.

#include "daemon/umpire/hands/orientation.hpp"
#include "tests/unit/umpire/article_test.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto open = chess::Result::open;
constexpr auto y2001 = Edition::laws_2001, y2009 = Edition::laws_2009, y2018 = Edition::laws_2018,
               y2023 = Edition::laws_2023;
constexpr auto promoting = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
constexpr auto pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";

} // namespace

ARTICLE_TEST(displaced, "7.4.1 (2001: 7.3, 2009: 7.3)",
             "pieces knocked over pass for a move or for nothing") {
    play(Rule::displaced, {{"one knocked over beside a move", "-e2 +e4 -g2 w", "displaced § w 1"},
                           {"two pieces moved", "-e2 +e4 -d2 +d4 w", "displaced § w 1"},
                           {"put right before the press", "-e2 +e4 -g2 +g2 w", "", "", "e2e4"},
                           {"put right after it", "-e2 +e4 -g2 w +g2 w", "displaced § w 1", "", "e2e4"}});
}

ARTICLE_TEST(illegal_move, "7.5.1 (2001: 7.4a, 2009: 7.4a)", "an illegal move is written down, or not told") {
    play(Rule::illegal_move,
         {{"a pawn goes too far", "-e2 +e5 w", "illegal-move § w 1", "", ""},
          {"a pinned piece", "-e2 +c3 w", "illegal-move § w 1", pinned, ""},
          {"left in check", "-e1 +d1 w", "illegal-move § w 1", "3rr1k1/8/8/8/8/8/8/4K3 w - - 0 1", ""},
          {"over a square where the piece could go, seen on both for a moment", "-b1 +c3/+d4=N/-c3 1500 w",
           "illegal-move § w 1", "", ""},
          {"not completed", "-e2 +e5 -e5 +e4 w", "", "", "e2e4"},
          {"reinstated, and the same piece moved", "-e2 +e5 w -e5 +e2 -e2 +e4 w", "illegal-move § w 1", "",
           "e2e4"},
          {"moved on from where it stands", "-e2 +e5 w -e5 +e4 w", "illegal-move § w 1", "", "e2e4"},
          {"reinstated, and another piece moved (4.3)", "-e2 +e5 w -e5 +e2 -g1 +f3 w",
           "illegal-move § w 1; touch-move w 1", "", "g1f3"},
          {"settled by an arbiter", "-e2 +e5 w pause -e5 +e2 w:d4 -d2 +d4 resume -e7 +e5 b",
           "illegal-move § w 1", "", "d2d4 e7e5"}});
}

ARTICLE_TEST(promotion_missing, "7.5.2 (2001: -, 2009: 7.4a)",
             "a pawn left on the last rank passes for a promotion") {
    play(Rule::promotion_missing,
         {{"the pawn gone and no piece there", "-a7 w", "promotion-missing § w 1", promoting},
          {"the pawn left there", "-a7 +a8=P w", "promotion-missing § w 1", promoting, nullptr, open,
           Sensing::identity}});
    play_in(
        {y2018, y2023}, Rule::promotion_missing,
        {{"it becomes a queen", "-a7 w +a8=Q -e8 +e7 b", "promotion-missing § w 1", promoting, "a7a8q e8e7"},
         {"it becomes a queen", "-a7 +a8=P w -a8 +a8=Q -e8 +e7 b", "promotion-missing § w 1", promoting,
          "a7a8q e8e7", open, Sensing::identity}});
    play_in({y2009}, Rule::promotion_missing,
            {{"the position before is reinstated", "-a7 +a8=P w -a8 +a7=P -a7 +a8=Q w",
              "promotion-missing § w 1", promoting, "a7a8q", open, Sensing::identity}});
    play_in(
        {y2001}, Rule::illegal_move,
        {{"an illegal move", "-a7 w", "illegal-move § w 1", promoting, ""},
         {"an illegal move", "-a7 +a8=P w", "illegal-move § w 1", promoting, "", open, Sensing::identity}});
}

ARTICLE_TEST(press_without_move, "7.5.3 (2001: -, 2009: -)",
             "a press without a move passes, or is told where it is allowed") {
    play(Rule::press_without_move,
         {{"at the start", "w -e2 +e4 w", "press-without-move § w 1", "", "e2e4"},
          {"White's clock started by Black", "b 3000 -e2 +e4 w -e7 +e5 b", "", "", "e2e4 e7e5"},
          {"a piece touched and put back", "-e2 +e2 w -e2 +e4 w", "press-without-move § w 1", "", "e2e4"},
          {"by the player not having the move", "-e2 +e4 w w -e7 +e5 b", "", "", "e2e4 e7e5"},
          {"for a move already answered", "-e2 +e4 -e7 +e5 w b", "", "", "e2e4 e7e5"}});
    play_without(Rule::press_without_move, {{"before it was one", "w -e2 +e4 w", "", "", "e2e4"}});
}

ARTICLE_TEST(forfeit_by_illegal_moves, "7.5.5 (2001: 7.4b, 2009: 7.4b)",
             "the illegal move that loses is another, or none") {
    constexpr auto one = "-e2 +e5 w -e5 +e2", two = "-e2 +e5 w -e5 +e2 -e2 +e5 w -e5 +e2",
                   three = "-e2 +e5 w -e5 +e2 -e2 +e5 w -e5 +e2 -e2 +e5 w -e5 +e2";
    constexpr auto told_one = "illegal-move w 1", told_two = "illegal-move w 1; illegal-move w 1";
    play_in({y2018, y2023}, Rule::forfeit_by_illegal_moves,
            {{"the first", one, told_one},
             {"the second", two, "illegal-move w 1; illegal-move w 1; forfeit-by-illegal-moves § w 1"},
             {"a press without a move counts", "w -e2 +e5 w",
              "press-without-move w 1; illegal-move w 1; forfeit-by-illegal-moves § w 1"},
             {"one of each player", "-e2 +e5 w -e5 +e2 -e2 +e4 w -d7 +d4 b",
              "illegal-move w 1; illegal-move b 2"}});
    play_in({y2001, y2009}, Rule::forfeit_by_illegal_moves,
            {{"the second", two, told_two},
             {"the third", three,
              "illegal-move w 1; illegal-move w 1; illegal-move w 1; forfeit-by-illegal-moves § w 1"}});
}

ARTICLE_TEST(board_rotated, "7.2.2 (2001: 7.1b, 2009: 7.1b)", "a board put down turned loses the game") {
    for (const auto edition : every_edition)
        for (const auto sensing : every_sensing)
            for (const auto turn : {Turn::quarter, Turn::three_quarters, Turn::half}) {
                Header header;
                header.laws = edition;
                header.sensing = sensing;
                auto inputs = inputs_of("snap -e2 +e4 w -e7 +e5 b -g1 +f3 w", header);
                for (auto& input : inputs) input = turned(std::move(input), turn);
                const auto outcome = umpired(inputs, header);
                INFO(to_string(edition) << ", sensing " << static_cast<int>(sensing));
                CHECK(outcome.moves == "e2e4 e7e5 g1f3");
                REQUIRE(outcome.incidents.size() == 1);
                CHECK(outcome.incidents[0].article ==
                      (turn == Turn::half ? "" : laws::article(Rule::board_rotated, edition)));
            }
}

ARTICLE_TEST(illegal_move_penalty, "7.5.5 (2001: 7.4b, 2009: 7.4b)",
             "an illegal move gives the opponent another time") {
    play(Rule::illegal_move_penalty, {{.what = "two minutes for the first",
                                       .script = "-e2 +e5 w",
                                       .incidents = "illegal-move w 1",
                                       .proposals = "§ w 0/120"}});
    play(Rule::illegal_move_penalty, {{.what = "and nothing for what is no illegal move",
                                       .script = "-e2 +e4 -g2 w",
                                       .incidents = "displaced w 1",
                                       .proposals = ""}});
}
