// Article 5: the completion of the game.

#include "tests/unit/umpire/article_test.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto win = chess::Result::white_wins, loss = chess::Result::black_wins, draw = chess::Result::draw;
constexpr auto bare_king = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"; // Black has nothing to mate with
constexpr auto before_mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";

} // namespace

ARTICLE_TEST(checkmate, "5.1.1 (2001: 5.1a, 2009: 5.1a)", "a mate does not end the game") {
    play(Rule::checkmate,
         {{"pressed", "-a1 +a8 w", "", before_mate, "a1a8", win},
          {"not pressed", "-a1 +a8 2000", "", before_mate, "a1a8", win},
          {"the other player resigns all the same", "-a1 +a8 w rw", "", before_mate, "a1a8", win},
          {"by Black", "-f2 +f3 w -e7 +e5 b -g2 +g4 w -d8 +h4", "", "", "f2f3 e7e5 g2g4 d8h4", loss},
          {"an illegal move mates nobody", "-a1 +b8 w", "illegal-move w 1", before_mate, ""}});
}

ARTICLE_TEST(resignation, "5.1.2 (2001: 5.1b, 2009: 5.1b)", "who resigns does not lose") {
    play(Rule::resignation, {{"by the player to move", "-e2 +e4 w rb", "", "", "e2e4", win},
                             {"by the other one", "-e2 +e4 w rw", "", "", "e2e4", loss},
                             {"moves after it are none", "-e2 +e4 w rb -e7 +e5 b", "", "", "e2e4", win},
                             {"who can still be mated", "rb", "", bare_king, "", win}});
}

ARTICLE_TEST(resignation_draws, "5.1.2 (2001: -, 2009: -, 2018: -)", "who resigns to a bare king loses") {
    play(Rule::resignation_draws, {{"to a bare king", "-e2 +e3 w rw", "", bare_king, "e2e3", draw}});
    play_without(Rule::resignation_draws, {{"to a bare king", "-e2 +e3 w rw", "", bare_king, "e2e3", loss}});
}

ARTICLE_TEST(stalemate, "5.2.1 (2001: 5.2a, 2009: 5.2a)", "a stalemate does not end the game") {
    constexpr auto before = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
    play(Rule::stalemate, {{"pressed", "-g5 +g6 w", "", before, "g5g6", draw},
                           {"not pressed", "-g5 +g6 2000", "", before, "g5g6", draw},
                           {"mate is none", "-g5 +g7 w", "", before, "g5g7", win}});
}

ARTICLE_TEST(agreement, "5.2.3 (2001: 5.2c, 2009: 5.2c)", "what was not offered or not accepted is agreed") {
    play(Rule::agreement, {{"offered and accepted", "-e2 +e4 ow w ab", "", "", "e2e4", draw},
                           {"accepted, not offered", "-e2 +e4 w ab", "", "", "e2e4"},
                           {"offered and accepted by the same player", "-e2 +e4 ow w aw", "", "", "e2e4"},
                           {"declined, then accepted", "-e2 +e4 ow w db ab", "", "", "e2e4"}});
}

ARTICLE_TEST(dead_position, "5.2.2 (2001: 5.2b, 2009: 5.2b)",
             "a dead position does not end the game, or one that lives does") {
    play(
        Rule::dead_position,
        {{"the last pawn taken", "-d2 -e1 +d2=K w", "", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", draw},
         {"not pressed", "-d2 -e1 +d2=K 2000", "", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", draw},
         {"bishops of one colour", "-d2 -d1 +d2=K w", "", "4k1b1/8/8/8/8/8/3r4/1B1K4 w - - 0 1", "d1d2",
          draw},
         {"bishops of two colours live", "-d2 -d1 +d2=K w", "", "2b1k3/8/8/8/8/8/3r4/B2K4 w - - 0 1", "d1d2"},
         {"an illegal move kills nothing", "-d2 -e1 +d3=K w", "displaced w 1",
          "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", ""}});
}

ARTICLE_TEST(no_mate_possible, "9.6 (2018: -, 2023: -)", "the draw of 9.6 is not that of 5.2b") {
    play(Rule::no_mate_possible,
         {{"a knight alone", "-d2 -e1 +d2=K w", "", "4k1n1/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", draw}});
}
