#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/in_words.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/umpire/hands_script.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto y2001 = Edition::laws_2001, y2009 = Edition::laws_2009, y2018 = Edition::laws_2018,
               y2023 = Edition::laws_2023;

struct Told {
    const char* what;
    const char* start; // nullptr: normal
    const char* script;
    Edition edition;
    const char* incidents; // "kind article side ply; …"
};

const char* const castles = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const char* const taking = "4k3/8/2p5/1B1n4/4P3/8/8/4K3 w - - 0 1";

const Told table[] = {
    {"an undisturbed game", nullptr, "-e2 +e4 w -e7 +e5 b", y2023, ""},
    {"own piece touched, another moved", nullptr, "-g1 +g1 -e2 +e4 w", y2023, "touch-move 4.3.1 w 1"},
    {"own piece touched, another moved", nullptr, "-g1 +g1 -e2 +e4 w", y2009, "touch-move 4.3a w 1"},
    {"own piece touched that cannot move", nullptr, "-a1 +a1 -e2 +e4 w", y2023, ""},
    {"the piece that moves touched first, then another", nullptr, "-e2 +e2 -g1 +g1 -e2 +e4 w", y2023, ""},
    {"adjustment announced, and a sensor that flickers as the piece comes back", nullptr,
     "jw -d2 1000 -c2/+d2/+c2 -g1 +f3 w", y2023, ""},
    {"king and rook taken up to castle, where the king could have gone by himself",
     "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "-e1 -g1 +g1=K +f1=R w", y2023, ""},
    {"adjustment announced", nullptr, "jw -g1 +g1 -e2 +e4 w", y2023, ""},
    {"adjustment announced for an earlier move, which was not pressed for", nullptr,
     "jw -g1 +g1 -e2 +e4 1500 -e7 +e5 b -b1 +b1 -d2 +d4 w", y2023, "touch-move 4.3.1 w 3"},
    {"a capture that only the board's other squares show, after adjustments", taking,
     "jw -e4 +e4 -e1 +e1 -b5 +c6 3000 w", y2023, ""},
    {"adjustment announced by the other player", nullptr, "jb -g1 +g1 -e2 +e4 w", y2023,
     "touch-move 4.3.1 w 1"},
    {"a flicker is no touch", nullptr, "-g1/+g1 -e2 +e4 w", y2023, ""},
    {"enemy piece touched that can be captured", taking, "-d5 +d5 -e1 +e2 w", y2023, "touch-move 4.3.2 w 1"},
    {"enemy piece touched that can be captured", taking, "-d5 +d5 -e1 +e2 w", y2001, "touch-move 4.3b w 1"},
    {"enemy piece touched that cannot be captured", nullptr, "-e7 +e7 -e2 +e4 w", y2023,
     "adjust-out-of-turn 4.2.1 b 1"},
    {"enemy piece touched that cannot be captured", nullptr, "-e7 +e7 -e2 +e4 w", y2009,
     "adjust-out-of-turn 4.2 b 1"},
    {"one piece of each colour touched", taking, "-d5 +d5 -e4 +e4 -e1 +e2 w", y2023, "touch-move 4.3.3 w 1"},
    {"the capture that was touched, carried out", taking, "-d5 +d5 -e4 -d5 +d5=P w", y2023, ""},
    {"rook before king", castles, "-h1 +f1 -e1 +g1 w", y2023, "rook-first-castling 4.4.2 w 1"},
    {"rook before king", castles, "-h1 +f1 -e1 +g1 w", y2009, "rook-first-castling 4.4b w 1"},
    {"king and rook touched, the king moved elsewhere", castles, "-e1 +e1 -h1 +h1 -e1 +f1 w", y2023,
     "touch-move 4.4.1 w 1"},
    {"rook touched, then the king moved without castling", castles, "-h1 +h1 -e1 +d1 w", y2023,
     "touch-move 4.3.1 w 1"},
    {"one rook touched, castled with the other", castles, "-a1 +a1 -e1 +g1 -h1 +f1 w", y2023,
     "touch-move 4.3.1 w 1"},
    {"rook adjusted, then castled", castles, "jw -h1 +h1 -e1 +g1 -h1 +f1 w", y2023, ""},
    {"king touched, then a rook moved that can no longer castle", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
     "-e1 +e1 -a1 +a4 w", y2023, "touch-move 4.3.1 w 1"},
    {"one piece of each colour touched, the own one moved elsewhere", taking, "-e4 +e4 -d5 +d5 -e4 +e5 w",
     y2023, "touch-move 4.3.3 w 1"},
    {"own piece touched, then a capture by another", taking, "-e1 +e1 -d5 -e4 +d5=P w", y2023,
     "touch-move 4.3.1 w 1"},
    {"a piece released and moved on", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-a1 +a4 1500 -a4 +a7 w", y2023,
     "released-piece 4.7 w 1"},
    {"a piece released and moved on", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-a1 +a4 1500 -a4 +a7 w", y2009,
     "released-piece 4.6 w 1"},
    {"a piece slid on", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-a1 +a4/-a4 +a7 w", y2023, ""},
    {"a released piece centred after a while", nullptr, "-e2 +e4 1500 -e4 +e4 w", y2023, ""},
    {"an illegal move", nullptr, "-e2 +e5 w -e5 +e2 -e2 +e4 w", y2023, "illegal-move 7.5.1 w 1"},
    {"an illegal move", nullptr, "-e2 +e5 w -e5 +e2 -e2 +e4 w", y2009, "illegal-move 7.4a w 1"},
    {"an illegal move seen to land before its press and to leave after it", nullptr,
     "-e2 +e4 w -e7 +e5 b +f5=N/w/-g1 -f5 +g1 -g1 +f3 w", y2023, "illegal-move 7.5.1 w 3"},
    {"a piece set down before a press, and none seen to leave", nullptr, "-e2 +e4 w +e5=p/b", y2023,
     "displaced 7.4.1 b 2"},
    {"a piece set down before a press, and the opponent's seen to leave at once", nullptr,
     "-e2 +e4 w -e7 +e5 b +f5=P/w/-h7 +h7", y2023, "displaced 7.4.1 w 3; adjust-out-of-turn 4.2.1 b 3"},
    {"an illegal move mended with another piece", nullptr, "-e2 +e5 w -e5 +e2 -g1 +f3 w", y2023,
     "illegal-move 7.5.1 w 1; touch-move 4.3.1 w 1"},
    {"an illegal move while the player's move before awaits its press", nullptr,
     "-e2 +e4 -e7 +e5 b -g1 +g3 w 1000 -g3 +g1 -g1 +f3 w", y2023, "illegal-move 7.5.1 w 3"},
    {"the same under the Laws of 2009", nullptr, "-e2 +e4 -e7 +e5 b -g1 +g3 w 1000 -g3 +g1 -g1 +f3 w", y2009,
     "illegal-move 7.4a w 3"},
    {"pieces off their squares while the player's move before awaits its press", nullptr,
     "-e2 +e4 -e7 +e5 b -g1 +f3 -c1 +c5 w 1000 -c5 +c1 w", y2023, "displaced 7.4.1 w 3"},
    {"a press for the move before, with the next in hand", nullptr, "-e2 +e4 -e7 +e5 b -g1 w +f3 w", y2023,
     ""},
    {"two illegal moves", nullptr, "-e2 +e5 w -e5 +e6 w", y2023,
     "illegal-move 7.5.1 w 1; illegal-move 7.5.1 w 1; forfeit-by-illegal-moves 7.5.5 w 1"},
    {"pieces knocked over", nullptr, "-e2 +e4 -g2 w", y2023, "displaced 7.4.1 w 1"},
    {"a piece in hand at the press", nullptr, "-g1 w", y2023, "displaced 7.4.1 w 1"},
    {"a piece that came down unfelt, and the reply", nullptr, "-g1 w -e7 +e5 b", y2023,
     "displaced 7.4.1 w 1; ambiguous  w 1"},
    {"a captor that came down unfelt, and the reply", taking, "-d5 -e4 w -e8 +e7 b", y2023,
     "displaced 7.4.1 w 1"},
    {"a press without a move", nullptr, "w -e2 +e4 w", y2023, "press-without-move 7.5.3 w 1"},
    {"a press without a move before 2018", nullptr, "w -e2 +e4 w", y2009, ""},
    {"a late press is no press without a move", nullptr, "-e2 +e4 -e7 +e5 w b", y2023, ""},
    {"the claim's window closes with a touch", nullptr, "-g1 +g1 -e2 +e4 w -e7 +e5 b", y2023,
     "touch-move 4.3.1 w 1; claim-window-closed 4.8 b 2"},
    {"the claim's window closes with a move after an announced adjustment", nullptr,
     "-g1 +g1 -e2 +e4 w jb -e7 +e5 b", y2023, "touch-move 4.3.1 w 1; claim-window-closed 4.8 b 2"},
    {"the claim's window does not close with a piece adjusted out of turn", nullptr,
     "-g1 +g1 -e2 +e4 w -a1 +a1", y2023, "touch-move 4.3.1 w 1; adjust-out-of-turn 4.2.1 w 2"},
    {"a capture that was not legal, and put right", "7k/8/8/1B1n4/4P3/8/8/4K3 w - - 0 1",
     "-d5 -b5 +d5=B w 2000 -d5 +b5=B +d5=n 2000 -b5 +a4 w", y2023, "illegal-move 7.5.1 w 1"},
    {"an offer declined by a touch", nullptr, "-e2 +e4 ow w -e7 +e5 b", y2023,
     "offer-declined-by-touch 9.1.2.1 b 2"},
    {"threefold repetition", nullptr,
     "-g1 +f3 w -g8 +f6 b -f3 +g1 w -f6 +g8 b -g1 +f3 w -g8 +f6 b -f3 +g1 w -f6 +g8 b", y2023,
     "draw-claimable 9.2.2 w 9"},
};

} // namespace

TEST_CASE("an offence is not told, or told with another article") {
    for (const auto& row : table) {
        for (const auto sensing : every_sensing) {
            Header header;
            header.sensing = sensing;
            header.laws = row.edition;
            if (row.start) header.start_fen = row.start;
            INFO(row.what << " in " << to_string(row.edition) << " under sensing "
                          << static_cast<int>(sensing));
            CHECK(said(umpired(row.script, header).incidents) == row.incidents);
        }
    }
}

TEST_CASE("an incident leaves out what an arbiter needs") {
    Header header;
    const auto incidents = umpired("-g1 +g1 -e2 +e4 w", header).incidents;
    REQUIRE(incidents.size() == 1);
    CHECK(to_line(incidents.front()) ==
          R"({"seq":1,"t":2000,"kind":"touch-move","article":"4.3.1","laws":"2023","side":"w","ply":1,)"
          R"("squares":["g1","e2"],"inputs":[1,5],"allowed":["g1f3","g1h3"],)"
          R"("text":"The white knight on g1 left the board and came back before the move e2e4 of White."})");
}

TEST_CASE(
    "a lever that chatters and a piece that never rests are told so often in a ply, and hold nobody up") {
    Header header;
    header.clock = true;
    Umpire umpire(header);
    GameMs t_ms;
    const auto e2 = *chess::square_from("e2"), e4 = *chess::square_from("e4"), e7 = *chess::square_from("e7");
    for (int n = 0; n < tests::many({3'000, 3'000}); ++n) {
        umpire.feed({t_ms += 300, Press{n % 2 ? chess::Side::black : chess::Side::white}});
        umpire.feed({t_ms += 600, Lift{e7, {}}});
        umpire.feed({t_ms += 600, Drop{e7, {}}});
    }
    CHECK(umpire.incidents().size() >= bounds::most_of_a_kind);
    CHECK(umpire.incidents().size() <= 4 * bounds::most_of_a_kind);
    umpire.feed({t_ms += 2'000, Lift{e2, {}}});
    umpire.feed({t_ms += 600, Drop{e4, {}}});
    umpire.feed({t_ms += 600, Press{chess::Side::white}});
    CHECK(umpire.record(t_ms + 5'000).game.plies() == 1);
}

TEST_CASE("an incident or a proposal counts moves otherwise than the scoresheet") {
    struct Counted {
        const char* start;
        const char* script;
        int incident, proposal;
    };
    const auto* const fresh = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (const auto& [start, script, incident, proposal] :
         {Counted{"", "-e2 +e4 w -e7 +e5 b fw", 2, 2}, Counted{fresh, "-e2 +e4 w fb", 1, 1},
          Counted{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 40", "-e2 +e4 w -e8 +e7 b fw", 41, 41},
          Counted{"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40", "-e8 +e7 b fw", 41, 41},
          Counted{"", "-e2 +e4 w fen:4k3|8|8|8|8|8|4P3|4K3_w_-_-_0_40 2000 fw", 40, 40},
          Counted{"", "-e2 +e4 w fen:4k3|8|8|8|8|8|4P3|4K3_b_-_-_0_40 b:Ke7 w:Kd1 fw", 41, 41}}) {
        CAPTURE(start, script);
        Header header;
        header.start_fen = start;
        const auto outcome = umpired(script, header);
        REQUIRE(outcome.incidents.size() == 1);
        REQUIRE(outcome.proposals.size() == 1);
        CHECK(in_words(outcome.incidents.front())
                  .starts_with("incident 1, move " + std::to_string(incident) + ", "));
        CHECK(in_words(outcome.proposals.front())
                  .starts_with("proposal 1, move " + std::to_string(proposal) + ", "));
    }
}
