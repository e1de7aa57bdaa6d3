// Article 4: the act of moving the pieces.

#include "daemon/umpire/articles/offences.hpp"
#include "tests/unit/umpire/article_test.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto taking = "4k3/8/2p5/1B1n4/4P3/8/8/4K3 w - - 0 1";
constexpr auto castles = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
constexpr auto castling_through_check = "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1";
constexpr auto king_shut_in = "4k3/8/8/8/5r2/8/3PP3/3QKB1R w K - 0 1";
constexpr auto rook_ending = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
constexpr auto promoting = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";

/// The record after the hands rested, without a press.
GameRecord record_after(const char* script, const char* start, Edition edition) {
    Header header;
    header.laws = edition;
    header.sensing = Sensing::identity;
    header.start_fen = start;
    Umpire umpire(header);
    const auto inputs = inputs_of(script, header);
    for (const auto& input : inputs) umpire.feed(input);
    return umpire.record(inputs.back().t_ms + 5000);
}

/// `script` makes its one move with its last input, not before, and completes nothing.
void is_made_by_the_last_step(Rule rule, const char* before, const char* script, const char* start) {
    for (const auto edition : every_edition) {
        if (laws::article(rule, edition).empty()) continue;
        INFO(to_string(edition));
        CHECK(record_after(before, start, edition).moves.empty());
        const auto record = record_after(script, start, edition);
        REQUIRE(record.moves.size() == 1);
        Header header;
        header.sensing = Sensing::identity;
        header.start_fen = start;
        CHECK(record.moves.front().made_ms == inputs_of(script, header).back().t_ms);
        CHECK(!record.moves.front().completed_ms);
    }
}

} // namespace

ARTICLE_TEST(adjusting, "4.2.1 (2001: 4.2, 2009: 4.2)",
             "an announced adjustment is a touch, or another is none") {
    play(
        Rule::adjusting,
        {{"announced", "jw -g1 +g1 -e2 +e4 w"},
         {"announced, several pieces of both colours", "jw -g1 +g1 -d8 +d8 -e2 +e4 w"},
         {"announced, an enemy piece that can be taken", "jw -d5 +d5 -e1 +e2 w", "", taking},
         {"announced by the other player", "jb -g1 +g1 -e2 +e4 w", "touch-move w 1"},
         {"announced by the other player, his own piece", "jb -e7 +e7 -e2 +e4 w", "adjust-out-of-turn § b 1"},
         {"not announced, by the player not having the move", "-e7 +e7 -e2 +e4 w",
          "adjust-out-of-turn § b 1"},
         {"announced for the move before", "jw -e2 +e4 w -e7 +e5 b -g1 +g1 -d2 +d4 w", "touch-move w 3"},
         {"a flicker of the sensor", "-e7/+e7 -e2 +e4 w"},
         {"the piece is moved after all", "jw -g1 +g1 -g1 +f3 w", "", "", "g1f3"}});
}

ARTICLE_TEST(own_piece_touched, "4.3.1 (2001: 4.3a, 2009: 4.3a)", "an own piece touched need not move") {
    play(Rule::own_piece_touched,
         {{"another piece moved", "-g1 +g1 -e2 +e4 w", "touch-move § w 1", "", "e2e4"},
          {"another piece moved by Black", "-e2 +e4 w -g8 +g8 -e7 +e5 b", "touch-move § b 2"},
          {"the piece moved", "-g1 +g1 -g1 +h3 w"},
          {"the first that can move binds", "-a1 +a1 -g1 +g1 -e2 +e4 w", "touch-move § w 1"},
          {"a second one touched", "-g1 +g1 -b1 +b1 -g1 +f3 w"},
          {"touched after the one that moves", "-e2 -g1 +g1 +e4=P w"}});
    for (const auto edition : every_edition) {
        const auto told = umpired({"", "-g1 +g1 -e2 +e4 w"}, edition).incidents;
        REQUIRE(told.size() == 1);
        CHECK(told[0].allowed == std::vector<std::string>{"g1f3", "g1h3"});
        CHECK(!told[0].hand_unknown);
    }
}

ARTICLE_TEST(enemy_piece_touched, "4.3.2 (2001: 4.3b, 2009: 4.3b)",
             "an enemy piece touched need not be taken") {
    play(Rule::enemy_piece_touched, {{"not taken", "-d5 +d5 -e1 +e2 w", "touch-move § w 1", taking},
                                     {"taken", "-d5 +d5 -e4 -d5 +d5=P w", "", taking, "e4d5"},
                                     {"the first that can be taken binds", "-e8 +e8 -c6 +c6 -d5 -e4 +d5=P w",
                                      "adjust-out-of-turn b 1; touch-move § w 1", taking},
                                     {"en passant not taken", "-d7 +d5 b -d5 +d5 2000 -e1 +e2 w",
                                      "touch-move § w 2", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"}});
    for (const auto edition : every_edition) {
        const auto told = umpired({"", "-d5 +d5 -e1 +e2 w", "", taking}, edition).incidents;
        REQUIRE(told.size() == 1);
        CHECK(told[0].allowed == std::vector<std::string>{"e4d5"});
        CHECK(told[0].hand_unknown);
    }
}

ARTICLE_TEST(one_of_each_touched, "4.3.3 (2001: 4.3c, 2009: 4.3c)",
             "one piece of each colour touched binds to less") {
    play(Rule::one_of_each_touched,
         {{"neither taken nor moved", "-d5 +d5 -e4 +e4 -e1 +e2 w", "touch-move § w 1", taking},
          {"own piece first", "-e4 +e4 -d5 +d5 -e1 +e2 w", "touch-move § w 1", taking},
          {"the capture made", "-e4 +e4 -d5 -e4 +d5=P w", "", taking, "e4d5"},
          {"the capture is not legal, own piece first, and moved", "-e1 +e1 -d5 +d5 -e1 +e2 w", "", taking},
          {"the capture is not legal, own piece first, and not moved", "-e1 +e1 -d5 +d5 -b5 +a4 w",
           "touch-move § w 1", taking},
          {"the capture is not legal, the enemy's first, and taken", "-d5 +d5 -e1 +e1 -d5 -e4 +d5=P w", "",
           taking},
          {"the capture is not legal, the enemy's first, and not taken", "-d5 +d5 -e1 +e1 -b5 +a4 w",
           "touch-move § w 1", taking}});
}

ARTICLE_TEST(king_and_rook_touched, "4.4.1 (2001: 4.4a, 2009: 4.4a)",
             "king and rook touched need not castle") {
    play(Rule::king_and_rook_touched,
         {{"castled", "-e1 +e1 -h1 +h1 -e1 +g1 -h1 +f1 w", "", castles, "e1g1"},
          {"the king moved elsewhere", "-e1 +e1 -h1 +h1 -e1 +f1 w", "touch-move § w 1", castles},
          {"castled on the other side", "-e1 +e1 -h1 +h1 -e1 +c1 -a1 +d1 w", "touch-move § w 1", castles},
          {"another piece moved", "-e1 +e1 -h1 +h1 -a2 +a3 w", "touch-move § w 1", castles}});
}

ARTICLE_TEST(rook_before_king, "4.4.2 (2001: 4.4b, 2009: 4.4b)",
             "the rook was touched first, and castling is let pass") {
    play(Rule::rook_before_king,
         {{"castled with the rook first", "-h1 +f1 -e1 +g1 w", "rook-first-castling § w 1", castles, "e1g1"},
          {"touched before, and castled king first", "-h1 +h1 -e1 +g1 -h1 +f1 w", "rook-first-castling § w 1",
           castles, "e1g1"},
          {"the rook moved", "-h1 +h1 -e1 +e1 -h1 +g1 w", "", castles},
          {"the king moved, against 4.3", "-h1 +h1 -e1 +e1 -e1 +f1 w", "touch-move w 1", castles}});
    for (const auto* hands : {"-h1 +f1 -e1 +g1 w", "-h1 +h1 -e1 +g1 -h1 +f1 w"})
        for (const auto edition : every_edition)
            CHECK(umpired({.what = "", .script = hands, .start = castles}, edition)
                      .incidents.at(0)
                      .text.told() ==
                  "White touched the white rook on h1 before the white king on e1, and castled: e1g1.");
}

ARTICLE_TEST(castling_illegal, "4.4.3 (2001: 4.4c, 2009: 4.4c)",
             "castling was intended and illegal, and the king stays") {
    play(Rule::castling_illegal,
         {{"another piece moved", "-e1 +e1 -h1 +h1 -h1 +h4 w", "touch-move § w 1", castling_through_check},
          {"the king moved", "-e1 +e1 -h1 +h1 -e1 +e2 w", "", castling_through_check},
          {"castled on the other side", "-e1 +e1 -h1 +h1 -e1 +c1 -a1 +d1 w", "", castling_through_check,
           "e1c1"},
          {"the king cannot move: any move", "-e1 +e1 -h1 +h1 -d2 +d4 w", "", king_shut_in}});
}

ARTICLE_TEST(promotion_choice, "4.4.4 (2001: -, 2009: 4.4d)",
             "the new piece is changed after it stood on its square") {
    play(Rule::promotion_choice,
         {{"the pawn that arrived is no choice yet", "-a7 +a8=P 1500 -a8 +a8=N w", "", promoting, "a7a8n",
           chess::Result::open, Sensing::identity},
          {"another piece after the press", "-a7 +a8=Q w -a8 +a8=N -e8 +e7 b", "displaced b 2", promoting,
           "a7a8q", chess::Result::open, Sensing::identity}});
}

ARTICLE_TEST(no_touched_piece_can_move, "4.5", "a piece that cannot move or be taken binds") {
    play(Rule::no_touched_piece_can_move,
         {{"own piece", "-a1 +a1 -e2 +e4 w"},
          {"own pieces", "-a1 +a1 -c1 +c1 -e1 +e1 -e2 +e4 w"},
          {"pinned piece", "-e2 +e2 -a2 +a3 w", "", "4r1k1/8/8/8/8/8/P3N3/4K3 w - - 0 1"},
          {"enemy piece", "-e7 +e7 -e2 +e4 w", "adjust-out-of-turn b 1"}});
}

ARTICLE_TEST(promoting_pawn_stays_behind, "4.6.1 (2001: -, 2009: -)",
             "a pawn must reach the last rank to promote") {
    play(Rule::promoting_pawn_stays_behind, {{"pawn off, queen on", "-a7 +a8=Q w", "", promoting, "a7a8q"},
                                             {"pawn set aside, knight on", "-a7 2000 +a8=N w", "", promoting,
                                              "a7a8n", chess::Result::open, Sensing::identity}});
}

ARTICLE_TEST(promotion_in_any_order, "4.6.2 (2001: -, 2009: -)", "the new piece must wait for the pawn") {
    play(Rule::promotion_in_any_order, {{"the queen first", "+a8=Q 1000 -a7 w", "", promoting, "a7a8q"},
                                        {"the pawn first", "-a7 1000 +a8=Q w", "", promoting, "a7a8q"}});
}

ARTICLE_TEST(promotion_captures, "4.6.3 (2001: -, 2009: -)", "a promotion on an enemy piece takes nothing") {
    play(Rule::promotion_captures, {{"the piece taken off first", "-b8 -a7 +b8=Q w", "", promoting, "a7b8q"},
                                    {"the pawn taken off first", "-a7 -b8 +b8=Q w", "", promoting, "a7b8q"}});
}

ARTICLE_TEST(released, "4.7 (2009: 4.6)", "a piece released on a legal square goes on to another") {
    play(Rule::released,
         {{"moved on", "-a1 +a4 1500 -a4 +a7 w", "released-piece § w 1", rook_ending, "a1a7"},
          {"another piece moved after all", "-a1 +a4 1500 -a4 +a1 -e1 +e2 w", "released-piece § w 1",
           rook_ending},
          {"slid on", "-a1 +a4/-a4 +a7 w", "", rook_ending, "a1a7"},
          {"lifted and centred", "-a1 +a4 1500 -a4 +a4 w", "", rook_ending, "a1a4"},
          {"released where it cannot go", "-e2 +e5 1500 -e5 +e4 w", "", "", "e2e4"},
          {"the king released two squares away, and castling not done", "-e1 +g1 1500 -g1 +f1 w",
           "released-piece § w 1", castles, "e1f1"},
          {"a pawn released on the last rank, and another promotion made", "-a7 +a8=P 1500 -a8 -b8 +b8=Q w",
           "released-piece § w 1", promoting, "a7b8q", chess::Result::open, Sensing::identity}});
}

ARTICLE_TEST(capture_made, "4.7.1 (2001: 4.7, 2009: 4.6a)",
             "a capture is made before the taken piece is off") {
    is_made_by_the_last_step(Rule::capture_made, "-d5 -e4", "-d5 -e4 +d5=P", taking);
    is_made_by_the_last_step(Rule::capture_made, "-e5 +d6", "-e5 +d6 -d5",
                             "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
}

ARTICLE_TEST(castling_made, "4.7.2 (2001: 4.7, 2009: 4.6b)", "castling is made before the rook is released") {
    is_made_by_the_last_step(Rule::castling_made, "-e1 +g1 -h1", "-e1 +g1 -h1 +f1", castles);
}

ARTICLE_TEST(promotion_made, "4.7.3 (2001: 4.7, 2009: 4.6c)",
             "a promotion is made before the new piece stands") {
    is_made_by_the_last_step(Rule::promotion_made, "-a7 +a8=P -a8", "-a7 +a8=P -a8 +a8=Q", promoting);
    is_made_by_the_last_step(Rule::promotion_made, "+a8=Q", "+a8=Q -a7", promoting);
}

TEST_CASE("Article 3.7: an inverted rook on the promotion square is a queen") {
    for (const auto edition : every_edition) {
        INFO(to_string(edition));
        // Identity sensing knows that it is a rook.
        const auto outcome = umpired({"", "-a7 +a8=R w -e8 +e7 b -a8 +a1 w", "", promoting}, edition);
        CHECK(outcome.moves == "a7a8r e8e7 a8a1");
        CHECK(outcome.incidents.empty());
        const auto as_queen = umpired({"", "-a7 +a8=R w -e8 +e7 b -a8 +d5 w", "", promoting}, edition);
        CHECK(as_queen.moves == "a7a8r e8e7");
        REQUIRE(as_queen.incidents.size() == 1);
        CHECK(as_queen.incidents.front().kind == IncidentKind::illegal_move);
    }
}

TEST_CASE(
    "Article 4.8: at any moment a breach is told as open to a claim for longer than it is, or for shorter") {
    struct Row {
        const char* start;
        const char* script;
    };
    std::size_t open = 0, closed = 0;
    for (const auto& [start, script] :
         {Row{nullptr, "-g1 +g1 -e2 +e4 w -e7 +e5 b -g1 +f3 w"}, Row{castles, "-h1 +f1 -e1 +g1 w -a7 +a6 b"},
          Row{rook_ending, "-a1 +a4 1500 -a4 +a7 w -e8 +e8 -e8 +d8 b"},
          Row{nullptr, "-g1 +g1 -e2 +e4 w takeback:1 w:e4 -e7 +e5 b"}})
        for (const auto edition : every_edition) {
            Header header;
            header.laws = edition;
            header.sensing = Sensing::identity;
            if (start) header.start_fen = start;
            Umpire umpire(header);
            std::size_t settled = 0; // incidents before an arbiter's word on the moves
            for (const auto& input : inputs_of(script, header)) {
                umpire.feed(input);
                if (std::holds_alternative<TakeBack>(input.what) ||
                    std::holds_alternative<PlayMove>(input.what))
                    settled = umpire.incidents().size();
                const auto now_ms = input.t_ms + 2'000;
                auto later = umpire;
                later.feed({now_ms, Call{Side::white}});
                const auto plies = later.record(now_ms).game.plies();
                std::optional<int> last;
                for (const auto& told : later.incidents().subspan(settled)) {
                    if (is_claimable_breach(told.kind))
                        last = told.ply == plies ? std::optional(told.seq) : std::nullopt;
                    if (told.kind == IncidentKind::claim_window_closed) last.reset();
                }
                INFO(script << " in " << to_string(edition) << " at " << input.t_ms.count());
                const auto now = later.claimable_breach(now_ms);
                // A touch ends it as soon as it is one, and is told once it is certain.
                const bool is_touched = std::holds_alternative<Lift>(input.what);
                CHECK((now == last || (is_touched && !now)));
                ++(last ? open : closed);
            }
        }
    CHECK(open > 10);
    CHECK(closed > 10);
}

ARTICLE_TEST(claim_window, "4.8 (2001: 4.6, 2009: 4.7)",
             "the right to claim a breach does not end with a touch") {
    play(Rule::claim_window,
         {{"touch-move", "-g1 +g1 -e2 +e4 w -e7 +e5 b", "touch-move w 1; claim-window-closed § b 2"},
          {"castling", "-h1 +f1 -e1 +g1 w -a7 +a6 b", "rook-first-castling w 1; claim-window-closed § b 2",
           castles},
          {"no breach", "-e2 +e4 w -e7 +e5 b"},
          {"nothing touched yet", "-g1 +g1 -e2 +e4 w", "touch-move w 1"},
          {"a piece adjusted, announced", "-g1 +g1 -e2 +e4 w jb -g8 +g8 4000", "touch-move w 1"},
          {"a breach that the arbiter dismissed", "-g1 +g1 -e2 +e4 w 1000 dismiss:1 -e7 +e5 b",
           "touch-move w 1"},
          {"another breach in its place",
           "-g1 +g1 -e2 +e4 w 1000 dismiss:1 takeback:1 -e4 +e2 2000 -b1 +b1 -d2 +d4 w -e7 +e5 b",
           "touch-move w 1; touch-move w 1; claim-window-closed § b 2"}});
    const auto released = "-a1 +a4 1500 -a4 +a7 w -e8 +d8 b";
    play_in({Edition::laws_2009, Edition::laws_2018, Edition::laws_2023}, Rule::claim_window,
            {{"a released piece", released, "released-piece w 1; claim-window-closed § b 2", rook_ending}});
    play_in(
        {Edition::laws_2001}, Rule::claim_window,
        {{"a released piece, which 2001 does not speak of", released, "released-piece w 1", rook_ending}});
}
