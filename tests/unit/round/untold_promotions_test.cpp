#include "daemon/round/untold_promotions.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using chess::PieceType;
using record::Sensing;

namespace {

/// A move each second.
umpire::GameRecord played(const std::string& fen, const std::string& moves) {
    umpire::GameRecord record{.game = chess::Game(chess::Position::from_fen(fen).value()),
                              .moves = {},
                              .termination = {},
                              .clocks = {}};
    for (const auto move : tests::moves_of(moves, record.game.position())) {
        record.game.play(move);
        record.moves.push_back(
            {move, GameMs(1000 * static_cast<std::int64_t>(record.moves.size() + 1)), {}, {}});
    }
    return record;
}

round::Act told(const char* square, PieceType piece, std::int64_t t_ms) {
    return {GameMs(t_ms), record::Promoted{*chess::square_from(square), piece}, {}};
}

} // namespace

TEST_CASE("a pawn whose piece nobody told is left out, or one that an arbiter has told is asked for again") {
    const auto game = played("k7/4P3/8/8/8/8/4p3/7K w - - 0 1", "e8=Q+ Ka7 Qxe2 Ka8 Qe8+ Ka7");
    struct Row {
        const char* what;
        Sensing sensing;
        std::vector<round::Act> acts;
        std::vector<int> plies;
    };
    const auto assumed = PieceType::queen;
    for (const auto& [what, sensing, acts, plies] : {
             Row{"presence", Sensing::presence, {}, {1}},
             Row{"colour", Sensing::colour, {}, {1}},
             Row{"each piece is told", Sensing::identity, {}, {}},
             Row{"an arbiter told it", Sensing::presence, {told("e8", assumed, 1500)}, {}},
             Row{"another square", Sensing::presence, {told("d8", assumed, 1500)}, {1}},
             Row{"he told what did not come of it",
                 Sensing::presence,
                 {told("e8", PieceType::knight, 1500)},
                 {1}},
             Row{"before it was made: another that was taken back",
                 Sensing::presence,
                 {told("e8", assumed, 500)},
                 {1}},
             Row{"he entered the move",
                 Sensing::presence,
                 {{GameMs(1000), record::PlayMove{"e8=Q"}, {}}},
                 {}},
             Row{"he entered another move",
                 Sensing::presence,
                 {{GameMs(3000), record::PlayMove{"Qxe2"}, {}}},
                 {1}},
         }) {
        INFO(what);
        CHECK(round::untold_promotions(game, sensing, acts) == plies);
    }
}

TEST_CASE("of two pawns that were promoted on one square the first is asked for, which no command can name") {
    const auto two = played("7k/r3PP2/8/8/8/8/8/7K w - - 0 1", "e8=Q+ Kg7 Qg8+ Kh6 f8=Q+");
    CHECK(round::untold_promotions(two, Sensing::presence, {}) == std::vector{1, 5});
    const auto same = played("3rr2k/3P1P2/8/8/8/8/8/K7 w - - 0 1", "fxe8=Q+ Rxe8 dxe8=Q+");
    CHECK(round::untold_promotions(same, Sensing::presence, {}) == std::vector{3});
}

TEST_CASE_METHOD(
    tests::OneTable,
    "an underpromotion that presence cannot tell is not offered to the arbiter, or still offered "
    "once he named it, also after the daemon was killed") {
    hands.play("a4 b5 axb5 a6 bxa6 Bb7 axb7 h6");
    hall.run(20);
    CHECK(hall.view(0).untold_promotions.empty());
    hands.play("bxa8=Q");
    hall.run(20);
    const auto untold = [&] {
        const auto plies = hall.view(0).untold_promotions;
        return std::vector<int>(plies.begin(), plies.end());
    };
    const auto last = [&] { return hall.view(0).game.moves.back().san(); };
    CHECK(untold() == std::vector{9});
    CHECK(last() == "bxa8=Q");
    hall.kill();
    hall.run(20);
    CHECK(untold() == std::vector{9});
    REQUIRE(hall.say(1, record::Promoted{*chess::square_from("a8"), PieceType::knight}).empty());
    hall.run(20);
    CHECK(last() == "bxa8=N");
    CHECK(untold().empty());
    hall.kill();
    hall.run(20);
    CHECK(untold().empty());
    REQUIRE(hall.say(1, record::TakeBack{1}).empty());
    hall.run(20);
    CHECK(untold().empty());
}
