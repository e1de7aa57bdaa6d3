// The shortest series of lost moves that explains the board is taken.

#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

#include <algorithm>
#include <sstream>
#include <string>

using namespace adoube;
using namespace adoube::umpire;

namespace {

struct Case {
    const char* what;
    const char* start;
    const char* seen;
    const char* lost;
    const char* then;
    const char* moves;
};

const char* const both_castle = "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 9";
const char* const open_centre = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";

const Case cases[] = {
    {"two castlings", both_castle, "snap", "-e1 +g1 -h1 +f1 w -e8 +c8 -a8 +d8 b", "-a2 +a3 w",
     "e1g1 e8c8 a2a3"},
    {"a castling, and the king and rook of the other", both_castle, "snap", "-e1 +g1 -h1 +f1 w -e8 -h8",
     "+g8=k +f8=r b", "e1g1 e8g8"},
    {"four plies and a piece in the air", nullptr, "-e2 +e4 w -e7 +e5 b",
     "-g1 +f3 w -b8 +c6 b -f1 +b5 w -g8 +f6 b -d2", "+d3 w", "e2e4 e7e5 f1b5 b8c6 g1f3 g8f6 d2d3"},
    {"a ply, and both pieces of a capture", open_centre, "snap", "-g1 +f3 w -d4 -e5", "+d4=p b", "g1f3 e5d4"},
    {"taken en passant beside other moves", "4k3/2p5/8/3P4/8/8/8/N3K2n b - - 0 1", "snap",
     "-c7 +c5 b -d5 +c6 -c5 w -h1 +g3 b", "-a1 +b3 w", "c7c5 d5c6 h1g3 a1b3"},
    {"before the first move that was seen, with the next piece in hand", nullptr, "",
     "-e2 +e4 w -e7 +e5 b -g1", "+f3 w", "e2e4 e7e5 g1f3"},
};

Outcome played(const Case& c, Sensing sensing) {
    Header header;
    header.sensing = sensing;
    if (c.start) header.start_fen = c.start;
    return umpired(inputs_with_gap(c.seen, c.lost, c.then, header), header);
}

} // namespace

TEST_CASE("Moves that were lost are not found, or more are found than were made") {
    for (const auto& c : cases)
        for (const auto sensing : every_sensing) {
            INFO(c.what << " under sensing " << static_cast<int>(sensing));
            const auto outcome = played(c, sensing);
            CHECK(outcome.moves == c.moves);
            CHECK(std::ranges::count(outcome.incidents, IncidentKind::reconstructed, &Incident::kind) == 1);
            CHECK(std::ranges::count(outcome.incidents, IncidentKind::displaced, &Incident::kind) == 0);
        }
}

TEST_CASE("Setting up another board makes touches, or a move that is illegal then makes moves") {
    struct SetUp {
        Case game;
        const char* incidents;
    };
    const char* const endgame = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
    for (const auto& [game, incidents] : {
             SetUp{{"restored from the start position", nullptr, "-e2 +e4 w -e7 +e5 b -g1 +f3 w -b8 +c6 b",
                    "-f3 +g1 -c6 +b8 -e4 +e2 -e5 +e7", "-e2 +e4 -e7 +e5 -g1 +f3 -b8 +c6 3000 -f2 +f4 w snap",
                    "e2e4 e7e5 g1f3 b8c6"},
                   "out-of-step  5; illegal-move 7.5.1 w 5"},
             SetUp{{"cleared and set up", endgame, "-e2 +e4 w -e8 +d7 b -e4 +e5 w", "-e5 +e2 -d7 +e8",
                    "-e8 -e2 -e1 -h1 +e1=K +h1=R +e5=P +d7=k 3000 -d7 +c6 b", "e2e4 e8d7 e4e5 d7c6"},
                   "out-of-step  4"},
         })
        for (const auto sensing : every_sensing) {
            INFO(game.what << " under sensing " << static_cast<int>(sensing));
            const auto outcome = played(game, sensing);
            CHECK(outcome.moves == game.moves);
            CHECK(said(outcome.incidents) == incidents);
        }
}

TEST_CASE(
    "out of step more is told at each press, or the game does not go on when the board is right again") {
    const char* const away = "-b8 -c8 -g8 -f1 -g1 -h1"; // more than a hand holds
    struct Goes {
        const char* what;
        const char* lost;
        const char* then;
        const char* moves;
        const char* incidents;
    };
    for (const auto& [what, lost, then, moves, incidents] : {
             Goes{"never right again", away, "-e7 +e5 b -d2 +d3 w -d7 +d5 b", "e2e4", "out-of-step  2"},
             Goes{"right at a press", away, "+b8=n +c8=b +g8=n +f1=B +g1=N +h1=R -e7 +e5 b", "e2e4 e7e5",
                  "out-of-step  2"},
             Goes{"at rest, with moves that nobody saw", "-b8 -c8 -g8 -f1 -g1 -h1 -e7 +e5 -d2 +d3",
                  "+b8=n +c8=b +g8=n +f1=B +g1=N +h1=R 9000 -b8 +c6 b", "e2e4 e7e5 d2d3 b8c6",
                  "out-of-step  2; reconstructed  2"},
         }) {
        INFO(what);
        Header header;
        header.sensing = Sensing::identity;
        const auto outcome = umpired(inputs_with_gap("-e2 +e4 w", lost, then, header), header);
        CHECK(outcome.moves == moves);
        CHECK(said(outcome.incidents) == incidents);
    }
}

TEST_CASE("After lost inputs the clock runs that the lever tells") {
    Header header;
    header.sensing = Sensing::presence;
    header.time_control = "600";
    const std::string white_moved = "xxxxxxxxxxxx.xxx............x.......x....x......xxxx.xxxxxxxxx.x";
    const std::string both_moved = "x.xxxxxxxxxx.xxx..x.........x.......x....x......xxxx.xxxxxxxxx.x";
    const std::string nothing = "x..x.xx.x.xx.xxx............x..x....x..x........xxxx.xxx.xxxxx.x";
    struct Row {
        const char* name;
        std::string squares, lever;
        Side runs;
    };
    for (const Row& row : {Row{"White moved and pressed", white_moved, R"(,"lever":"w")", Side::black},
                           Row{"White moved, not pressed yet", white_moved, R"(,"lever":"b")", Side::white},
                           Row{"both moved and pressed", both_moved, R"(,"lever":"b")", Side::white},
                           Row{"the board explains nothing", nothing, R"(,"lever":"w")", Side::black},
                           Row{"a board without a lever", white_moved, "", Side::white}}) {
        INFO(row.name);
        auto inputs = inputs_of("-e2 +e4 w -e7 +e5 b", header);
        const auto gap_ms = inputs.back().t_ms.count() + 1'000;
        const auto at = [&](std::int64_t later_ms, const std::string& rest) {
            const auto line = R"({"t":)" + std::to_string(gap_ms + later_ms) + "," + rest + "}";
            inputs.push_back(record::parse_input(line, header.sensing).value());
        };
        at(0, R"("gap":"link")");
        at(10'000, R"("snapshot":")" + row.squares + '"' + row.lever);
        const auto before = umpired(inputs, header).record.clocks;
        at(15'000, R"("call":"w")");
        const auto after = umpired(inputs, header).record.clocks;
        REQUIRE(after);
        CHECK(after->running == row.runs);
        CHECK(before->white_ms - after->white_ms == (row.runs == Side::white ? 5'000 : 0));
        CHECK(before->black_ms - after->black_ms == (row.runs == Side::black ? 5'000 : 0));
    }
}

TEST_CASE("A mate is none, as moves lost before it may have been made in another order") {
    for (const auto sensing : every_sensing) {
        INFO("under sensing " << static_cast<int>(sensing));
        Header header;
        header.sensing = sensing;
        // 3… Nc6 and 4… d6, or the other way round.
        const auto inputs = inputs_with_gap("-e2 +e4 w -e7 +e5 b -f1 +c4 w", "-b8 +c6 b -d1 +h5 w -d7 +d6 b",
                                            "-h5 -f7 +f7=Q w", header);
        Umpire umpire(header);
        for (const auto& input : inputs) umpire.feed(input);
        CHECK(umpire.record(inputs.back().t_ms).result == chess::Result::white_wins);
        CHECK(umpire.completed().result == chess::Result::white_wins);
    }
}

TEST_CASE("A move whose press was lost with a chess clock out of sight has another time than the clock shows "
          "once it is seen") {
    Header header;
    header.sensing = Sensing::identity;
    header.time_control = "5400+30";
    header.scan_ms = 250;
    const std::string text = R"({"t":0,"clock":{"w":5430000,"b":5430000,"running":null}}
{"t":0,"snapshot":"rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"}
{"t":1000,"clock":{"w":5430000,"b":5430000,"running":"w"}}
{"t":4000,"lift":"e2","piece":"P"}
{"t":4500,"drop":"e4","piece":"P"}
{"t":5000,"press":"w"}
{"t":5100,"clock":{"w":5456000,"b":5429900,"running":"b","within":999}}
{"t":30000,"gap":"link"}
{"t":30000,"snapshot":"rnbqkbnrpppp.ppp............p.......P........N..PPPP.PPPRNBQKB.R"}
)";
    std::vector<Input> inputs;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        inputs.push_back(parse_input(line, header.sensing).value());
    Umpire umpire(header);
    for (const auto& input : inputs) umpire.feed(input);
    const auto shown = [&](std::int64_t t_ms) { return umpire.completed(GameMs(t_ms)).moves.size(); };
    CHECK(shown(30'500) == 1); // the others wait for it
    SECTION("it is seen") {
        umpire.feed(
            parse_input(R"({"t":30600,"clock":{"w":5480000,"b":5452500,"running":"b"}})", header.sensing)
                .value());
        const auto record = umpire.completed(GameMs(36'000));
        REQUIRE(record.moves.size() == 3);
        CHECK(record.moves[2].clock_ms == 5'480'000); // it stands since his press
        CHECK(record.moves[1].clock_ms == 5'452'500); // no further from it than the gap was long
    }
    SECTION("it is not") { CHECK(shown(41'000) == 3); }
}
