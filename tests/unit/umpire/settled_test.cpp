// A move completed by a press never becomes another. Under presence, where a capture elsewhere would look the
// same.

#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

#include <string>

using namespace adoube;
using namespace adoube::umpire;

namespace {

struct Case {
    const char* what;
    const char* start;
    const char* script;
    const char* moves;
    const char* incidents;
};

const char* const takes_unseen = "6k1/8/1q2b3/8/2BB4/5N2/8/5K2 w - - 0 1";
const char* const slides_through = "r5k1/7p/4p3/3p4/8/3B4/8/3QK3 w - - 0 1";

const Case cases[] = {
    {"by a king that then goes where the taker attacks", "6Q1/3nk3/1p3p2/pP3P2/Pr4P1/4K3/6P1/8 b - - 0 73",
     "-b4 -a4 +a4=r b -e3 +e4 w 2000 -e4 +e3 900 -g4 +g5 w", "b4a4 g4g5",
     "illegal-move 7.5.1 w 2; touch-move 4.3.1 w 2"},
    {"after its answer, by another illegal move", "6Q1/3nk3/1p3p2/pP3P2/Pr4P1/4K3/6P1/8 b - - 0 73",
     "-b4 -a4 +a4=r b -g4 +g5 w -d7 +e5 b -e3 +e4 w 2000 -e4 +e3 900 -e3 +e2 w", "b4a4 g4g5 d7e5 e3e2",
     "illegal-move 7.5.1 w 4"},
    {"a queen that slid over a square on her way, and another that then comes there",
     "2kr3r/pppq1ppp/2p1bn2/8/4P3/2NBQP2/PPP3PP/R3K2R w KQ - 1 12", "-e3/+d4/-d4 -a7/+a7=Q w 9000 -d7 +d4 b",
     "e3a7 d7d4", ""},
    {"an illegal move, pressed for as soon as it was made, a capture that nobody saw",
     "4k3/8/8/8/8/3b4/8/1N2K3 b - - 0 1", "-d3 160/+h6 190/b 2000 -h6 +d3 -d3 +g6 b -e1 +d2 w", "d3g6 e1d2",
     "illegal-move 7.5.1 b 1"},
    {"a piece that is taken before its player presses, another that took what nobody saw",
     "r1b1qbnr/ppppp3/6k1/1PPN3p/1R5p/P2K4/4P3/2B3qR b - - 1 22", "-g1 +e3 3000 -e3 b 100 -c1 +e3=B w",
     "g1e3 c1e3", ""},
    {"a capture that nobody saw, while the move before still awaits its press, and its answer", takes_unseen,
     "-f1 +g1 -g8 +f8 -d4 1800 -c4/+c4 4000 w -e6/+d5/80/-d5 500 -c4 +c4=b b 9000 -g1 +h1 w",
     "f1g1 g8f8 d4b6 e6c4 g1h1", ""},
    {"the same, by a hand that presses at once, after an answer that was pressed for",
     "r3k3/3n4/8/8/8/8/8/R3K3 w Qq - 0 1",
     "-e1 -a1 +c1 +d1 -a8 +d8 b 5000 -d1/200/w 2000 -d8/-d7/+d7 b 2000 -c1 +b2 w", "e1c1 a8d8 d1d7 d8d7 c1b2",
     ""},
    {"a capture that is seen to land before it leaves, and the press at once",
     "4k3/8/8/5p2/5Q2/8/8/4K3 w - - 0 1", "-f5/180/+f5/180/-f4/100/w 2000 -e8 +e7 b", "f4f5 e8e7", ""},
    {"the same, another sensor flickers while he slides", takes_unseen,
     "-f1 +g1 -g8 +f8 -d4 1800 -c4/+c4 4000 w -e6/60/+d5/90/-d5/180/-f3/40/+f3 900 -c4 +c4=b b 9000 -g1 +h1 "
     "w",
     "f1g1 g8f8 d4b6 e6c4 g1h1", ""},
    {"a piece that was just set down and is taken before its press, a capture elsewhere that nobody saw",
     "8/5p2/1R1b1kp1/6r1/p4P1P/3pP3/3N1KPR/8 b - - 5 41",
     "-g5 +b5/190/-b6/240/-b5 250 +b5=R 1100 b w 2600 -d6 600 +e5 600 b", "g5b5 b6b5 d6e5", ""},
    {"a slide to a capture that nobody saw, past a square whose piece can be taken, while another flickers",
     slides_through, "-d3/60/+e4/-d1/40/+d1/60/-e4/+f5/-f5/+g6/-g6 w 2000 -h7 -g8 +h7=k b", "d3h7 g8h7", ""},
    {"the same, while a piece of the other side flickers", slides_through,
     "-d3/60/+e4/-a8/40/+a8/60/-e4/+f5/-f5/+g6/-g6 w 2000 -h7 -g8 +h7=k b", "d3h7 g8h7", ""},
    {"the same, begun before it passes", slides_through,
     "-d3/60/+e4/-a8/-e4/+a8/40/+f5/-f5/+g6/-g6 w 2000 -h7 -g8 +h7=k b", "d3h7 g8h7", ""},
};

} // namespace

TEST_CASE("A move that was completed by a press becomes another") {
    for (const auto& c : cases) {
        INFO(c.what);
        Header header;
        header.start_fen = c.start;
        const auto outcome = umpired(c.script, header);
        CHECK(outcome.moves == c.moves);
        CHECK(said(outcome.incidents) == c.incidents);
    }
}

TEST_CASE("a move that was answered is complete at the next touch only, or for as long as that is none") {
    const auto sensing = GENERATE(Sensing::presence, Sensing::colour, Sensing::identity);
    Header header;
    header.sensing = sensing;
    // Both forget the lever; then a rook's sensor flickers.
    const auto inputs = inputs_of("-e2 +e4 w -e7 +e5 -g1 +f3 2000 -a8/100/+a8 1000 -b8 +c6", header);
    Umpire umpire(header);
    std::size_t complete = 0;
    const auto look = [&](const GameRecord& record) {
        CHECK(record.moves.size() >= complete);
        complete = record.moves.size();
    };
    GameMs seen_ms;
    for (const auto& input : inputs) {
        while (const auto due_ms = umpire.next_by_time_ms(seen_ms)) {
            if (*due_ms > input.t_ms) break;
            look(umpire.completed(seen_ms = *due_ms));
        }
        seen_ms = std::max(seen_ms, input.t_ms);
        const auto* lift = std::get_if<Lift>(&input.what);
        if (lift && chess::to_string(lift->square) == "a8") CHECK(complete == 2);
        umpire.feed(input);
        look(umpire.completed());
    }
    look(umpire.completed(seen_ms + 2'000));
    CHECK(complete == 3); // the last is not answered
}

namespace {

/// What the public is shown that the pawn became which moves first, one after another.
std::string promoted(const std::vector<Input>& inputs, const Header& header) {
    Umpire umpire(header);
    std::string pieces;
    const auto look = [&](const GameRecord& record) {
        if (record.moves.empty()) return;
        const auto piece = to_uci(record.moves.front().move).back();
        if (pieces.empty() || pieces.back() != piece) pieces += piece;
    };
    GameMs seen_ms;
    const auto look_until = [&](GameMs t_ms) {
        while (const auto due_ms = umpire.next_by_time_ms(seen_ms)) {
            if (*due_ms > t_ms) break;
            look(umpire.completed(seen_ms = *due_ms));
        }
        look(umpire.completed(seen_ms = std::max(seen_ms, t_ms)));
    };
    for (const auto& input : inputs) {
        look_until(input.t_ms);
        umpire.feed(input);
        look(umpire.completed());
    }
    look_until(seen_ms + 60'000);
    return pieces;
}

} // namespace

TEST_CASE("a promoted piece that was shown becomes another before a complete move tells it") {
    struct Promotion {
        const char* what;
        const char* script;
        const char* shown;
        bool also_without_lever = true;
    };
    const char* const start = "4k3/p7/8/8/4K3/8/P1p5/8 b - - 0 1";
    const char* const queen_gives_check = "-c2 +c1=q b 3000 -a2 +a3 w 3000 -c1 +f1 b 3000 -a3 +a4 w 3000 "
                                          "-f1 +f4 ";
    const Promotion all[] = {
        {"kings set in the centre, as no king may move beside a queen", "1000 -e4 +e5 3000 -e8 +e4", "q"},
        {"the same, slowly, each adjusted there", "1000 -e4 +e5 3000 -e5 1000 +e5 3000 -e8 1500 +e4", "q",
         false},
        {"a king's move beside a rook, and its answer", "1000 b -e4 +e5 20000 w -a7 +a6 b", "qr"},
    };
    for (const auto sensing : {Sensing::presence, Sensing::colour})
        for (const auto& c : all)
            for (const bool lever : {true, false}) {
                if (!lever && !c.also_without_lever) continue;
                CAPTURE(c.what, lever, static_cast<int>(sensing));
                Header header;
                header.sensing = sensing;
                header.clock = lever;
                header.start_fen = start;
                CHECK(promoted(inputs_of(std::string(queen_gives_check) + c.script, header), header) ==
                      c.shown);
            }
    const std::pair<const char*, const char*> knights[] = {
        {"-c1 +b3 b", "qn"},
        {"-c1 +b3 2000 -e4 +e4 1000 -b3 +c2 b 3000 -e4 +e5 w", "q"},
        {"-c1 +b3 2000 -e4 2000 +e4 1000 -b3 +c1 2000 -c1 +c2 b", "q"},
    };
    for (const auto& [script, shown] : knights) {
        CAPTURE(script);
        Header header;
        header.start_fen = start;
        const auto inputs = inputs_of("-c2 +c1=q b 3000 -a2 +a3 w 3000 " + std::string(script), header);
        CHECK(promoted(inputs, header) == shown);
    }
}

TEST_CASE("time that passed before the last input is told to complete something") {
    const bool with_lever = GENERATE(true, false);
    for (const auto& c : cases) {
        INFO(c.what);
        Header header;
        header.start_fen = c.start;
        header.clock = with_lever;
        Umpire umpire(header);
        for (const auto& input : inputs_of(c.script, header)) {
            umpire.feed(input);
            CHECK(umpire.next_by_time_ms({}).value_or(GameMs::max()) > input.t_ms);
        }
    }
}

TEST_CASE("a rook whose sensor flickers while a queen slides has taken something unseen, and that is shown") {
    Header header; // presence
    header.start_fen = "6n1/q6k/8/8/3N4/8/P4K2/1R3b2 b - - 0 36";
    const auto inputs = inputs_of("-a7/26/+b7/-b1/62/-b7/19/+b1 1300 +c7 b", header);
    Umpire umpire(header);
    for (const auto& input : inputs) {
        umpire.feed(input);
        CHECK(umpire.completed(input.t_ms + 1'600).moves.empty() ==
              !std::holds_alternative<Press>(input.what));
    }
    REQUIRE(umpire.completed().moves.size() == 1);
    CHECK(to_uci(umpire.completed().moves.front().move) == "a7c7");
}

TEST_CASE(
    "a mate by a piece that lands before it is seen to leave is no move to who has announced adjusting") {
    Header header; // presence
    header.start_fen = "1r3kr1/pbpBnp1p/1b3P2/8/8/B1P2q2/P4PPP/3R2K1 w - - 0 24";
    const auto ends_after = [&](const char* leaves) {
        Umpire umpire(header);
        GameMs last_ms;
        for (const auto& input : inputs_of("jw -d7 +d7 9000 -e7 +e7" + std::string(leaves), header))
            umpire.feed(input), last_ms = input.t_ms;
        return umpire.completed(last_ms + 600).result;
    };
    CHECK(ends_after("/120/-a3") == chess::Result::white_wins);
    CHECK(ends_after(" -a3") == chess::Result::open); // knight adjusted, bishop in hand
}

TEST_CASE(
    "squares that are not to be trusted make moves of what nobody saw, and each makes the next dearer") {
    record::Header header;
    header.sensing = GENERATE(record::Sensing::identity, record::Sensing::colour, record::Sensing::presence);
    Umpire umpire(header);
    GameMs t_ms;
    for (int square = 0; square < 64; ++square)
        umpire.feed({t_ms += 50, record::Mask{static_cast<chess::Square>(square), true}});
    for (int say = 0; say < 2'000; ++say) {
        umpire.feed({t_ms += 50, record::Adjust{say % 2 ? chess::Side::white : chess::Side::black}});
        umpire.feed({t_ms += 50, record::Mask{static_cast<chess::Square>(say * 37 % 64), say % 3 != 0}});
        REQUIRE(umpire.completed().moves.empty());
    }
    CHECK(umpire.final_record().moves.empty());
}
