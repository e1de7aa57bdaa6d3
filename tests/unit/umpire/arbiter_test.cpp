#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

struct Command {
    const char* what;
    const char* script;
    const char* moves;
    const char* incidents = "";
    const char* start = "";
    chess::Result result = chess::Result::open;
    Sensing from = Sensing::presence;
};

const char* const promoting = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
const char* const mating = "7k/P5pp/8/8/8/8/8/4K3 w - - 0 1";

const Command commands[] = {
    {"pause: presses count", "-e2 +e4 w pause b w b resume -e7 +e5 b", "e2e4 e7e5"},
    {"pause: moves shown on the board count",
     "-e2 +e4 w pause -e7 +e5 3000 -g1 +f3 3000 -f3 +g1 -e5 +e7 resume -c7 +c5 b", "e2e4 c7c5"},
    {"pause: the arbiter's hands touch", "pause -g1 +g1 -e7 +e7 resume -e2 +e4 w", "e2e4"},
    {"pause: a move made before it is forgotten", "-e2 +e4 1000 pause -e4 +e2 -e2 +e4 resume w -e7 +e5 b",
     "e2e4 e7e5"},
    {"pause: a piece in the air is lost", "-e2 pause +e2 resume -e2 +e4 w", "e2e4"},
    {"pause: what was touched before it is forgotten", "-g1 +g1 1000 pause -e2 +e2 resume -e2 +e4 w", "e2e4",
     "touch-move w 1"},
    {"resume: the board put right after it is touched",
     "-e2 +e4 w pause -g1 -b8 resume +g1=N +b8=n -e7 +e5 b", "e2e4 e7e5"},
    {"resume: the board put right after it, a piece still off",
     "-e2 +e4 w pause -d1 +d3 -g1 resume -d3 +d1 +g1=N 2000 -e7 +e5 b", "e2e4 e7e5"},
    {"pause: another board, set up there",
     "-e2 +e4 w pause -a1 -h8 -e4 board:B7 snap +e4=P +a1=R +h8=r resume -e7 +e5 b", "e2e4 e7e5"},

    {"takeback: the board follows later", "-e2 +e4 w -e7 +e5 b takeback:1 -e5 +e7 -c7 +c5 b", "e2e4 c7c5"},
    {"takeback: the board went before", "-e2 +e4 w -e7 +e5 b -e5 +e7 takeback:1 -c7 +c5 b", "e2e4 c7c5"},
    {"takeback: two moves, the first of them first",
     "-e2 +e4 w -e7 +e5 b takeback:2 2000 -e5 +e7 2000 -e4 +e2 2000 -d2 +d4 w", "d2d4"},
    {"takeback: a capture",
     "-e2 +e4 w -d7 +d5 b -d5 -e4 +d5=P w takeback:1 -d5 +e4=P 2000 +d5=p 2000 -b1 +c3 w", "e2e4 d7d5 b1c3"},
    {"takeback: a piece in the air", "-e2 +e4 w -e7 takeback:1 +e7 -e4 +e2 -d2 +d4 w", "d2d4"},
    {"takeback: a move that stands unpressed", "-e2 +e4 1000 takeback:1 -e4 +e2 -d2 +d4 w", "d2d4"},
    {"takeback: the board goes on at once", "-e2 +e4 w takeback:1 -e4 +e3 w", "e2e3"},
    {"takeback: more than there is", "-e2 +e4 w takeback:9 -e4 +e2 -d2 +d4 w", "d2d4"},
    {"takeback: after the end", "-e2 +e4 w -e7 +e5 b rw takeback:1 -e5 +e7 -c7 +c5 b", "e2e4 c7c5"},
    {"takeback: during a pause", "-e2 +e4 w -e7 +e5 b pause takeback:1 -e5 +e7 resume -c7 +c5 b",
     "e2e4 c7c5"},

    {"position: one of the game before",
     "-e2 +e4 w -e7 +e5 b fen:rnbqkbnr|pppppppp|8|8|4P3|8|PPPP1PPP|RNBQKBNR_b_KQkq_-_0_1 -e5 +e7 -c7 +c5 b",
     "e2e4 c7c5"},
    {"position: another, and the hands set it up",
     "-e2 +e4 w fen:rnbqkbnr|pppp1ppp|8|4p3|2P5|8|PP1PPPPP|RNBQKBNR_w_KQkq_-_0_2 -c2 +c4 -e4 +e2 -e7 +e5 "
     "2000 -b1 +c3 w",
     "b1c3"},
    {"position: another, that the board is taken to show",
     "fen:4k3|8|8|8|8|8|4P3|4K3_w_-_-_0_1 2000 -e2 +e4 w", "e2e4"},
    {"position: no FEN", "-e2 +e4 w fen:nothing -e7 +e5 b", "e2e4 e7e5"},

    {"move: on the board later", "-e2 +e4 w b:e5 2000 -e7 +e5 2000 -g1 +f3 w", "e2e4 e7e5 g1f3"},
    {"move: the one that stands on the board", "-e2 +e4 1000 w:e4 -e7 +e5 b", "e2e4 e7e5"},
    {"move: the piece in the air makes it", "-e2 w:e4 +e4 2000 -e7 +e5 b", "e2e4 e7e5"},
    {"move: not legal", "-e2 +e4 w b:e4 -e7 +e5 b", "e2e4 e7e5"},
    {"move: during a pause", "-e2 +e4 w pause b:c5 -c7 +c5 resume -g1 +f3 w", "e2e4 c7c5 g1f3"},

    {"promoted: while another piece is in the air", "-a7 +a8=R w -e8 promoted:a8R +e7 b", "a7a8r e8e7", "",
     promoting, chess::Result::open},
    {"promoted: moves later", "-a7 +a8=R w -e8 +e7 b -e1 +e2 w promoted:a8R -e7 +e6 b",
     "a7a8r e8e7 e1e2 e7e6", "", promoting},
    {"promoted: the mate was none", "-a7 +a8=N w promoted:a8N -h8 +g8 b", "a7a8n h8g8", "", mating},
    {"promoted: after a resignation", "-a7 +a8=R w -e8 +e7 b rb promoted:a8R", "a7a8r e8e7", "", promoting,
     chess::Result::white_wins},
    {"promoted: where none was", "-e2 +e4 w promoted:e8N -e7 +e5 b", "e2e4 e7e5"},

    {"dismiss: an illegal move counts still", "-e2 +e5 w -e5 +e2 dismiss:1 -e2 +e5 w -e5 +e2 -e2 +e4 w",
     "e2e4", "illegal-move w 1; illegal-move w 1"},
    {"dismiss: twice the same",
     "-e2 +e5 w -e5 +e2 dismiss:1 dismiss:1 -e2 +e5 w -e5 +e2 -e2 +e5 w -e5 +e2 -e2 +e4 w", "e2e4",
     "illegal-move w 1; illegal-move w 1; illegal-move w 1; forfeit-by-illegal-moves w 1"},
    {"dismiss: nothing there", "dismiss:7 dismiss:0 -e2 +e4 w", "e2e4"},

    {"result: open again", "-e2 +e4 w rb =* -e7 +e5 b", "e2e4 e7e5"},
    {"result: open again after the board was cleared",
     "-e2 +e4 w rb -e1 -d1 -a8 =* +e1=K +d1=Q +a8=r 2000 -e7 +e5 b", "e2e4 e7e5"},

    {"adjourn: the sealed move on the board at the resumption",
     "-e2 +e4 w adjourn:e5 90000 -e7 +e5 resume -g1 +f3 w", "e2e4 e7e5 g1f3"},
    {"adjourn: the sealed move carried out after it",
     "-e2 +e4 w adjourn:e5 90000 resume -e7 +e5 2000 -g1 +f3 w", "e2e4 e7e5 g1f3"},
    {"adjourn: the board cleared and set up",
     "-e2 +e4 w adjourn:e5 -e4 -e1 -e8 9000 +e1=K +e8=k +e4=P resume -e7 +e5 2000 -g1 +f3 w",
     "e2e4 e7e5 g1f3"},
    {"adjourn: on another board", "-e2 +e4 w adjourn:e5 board:B2 snap resume -e7 +e5 2000 -g1 +f3 w",
     "e2e4 e7e5 g1f3"},
    {"adjourn: a sealed move that is not legal", "-e2 +e4 w adjourn:e4 90000 resume -e7 +e5 b", "e2e4 e7e5"},
    {"adjourn: the sealed move made on the board too",
     "-e2 +e4 w -e7 +e5 1000 adjourn:e5 90000 resume -g1 +f3 w", "e2e4 e7e5 g1f3"},
    {"adjourn: the sealed move entered before the resumption",
     "-e2 +e4 w -c7 +c5 b -g1 +f3 w -b8 +c6 b -d2 +d4 w -c5 -d4 +d4=p b adjourn:Nxd4 9000 w:Nxd4 9000 resume",
     "e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4"},
    {"adjourn: the sealed move entered after the resumption",
     "-e2 +e4 w -c7 +c5 b -g1 +f3 w -b8 +c6 b -d2 +d4 w -c5 -d4 +d4=p b adjourn:Nxd4 9000 resume 900 w:Nxd4",
     "e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4"},
    {"adjourn: a sealed capture carried out after the resumption",
     "-e2 +e4 w -c7 +c5 b -g1 +f3 w -b8 +c6 b -d2 +d4 w -c5 -d4 +d4=p b adjourn:Nxd4 9000 resume 900 "
     "-d4 -f3 +d4=N 4000 -g8 +f6 b",
     "e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g8f6"},
    {"adjourn: a piece taken up after a sealed capture was carried out before the resumption",
     "-e2 +e4 w -c7 +c5 b -g1 +f3 w -b8 +c6 b -d2 +d4 w -c5 -d4 +d4=p b adjourn:Nxd4 9000 -d4 -f3 +d4=N "
     "resume 900 "
     "-d4 1000 +d4 -g8 +f6 b",
     "e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g8f6", "touch-move b 8"},
    {"adjourn: the same, with the capturing piece taken up first, and a sensor that flickers",
     "-e2 +e4 w -c7 +c5 b -g1 +f3 w -b8 +c6 b -d2 +d4 w -c5 -d4 +d4=p b adjourn:Nxd4 9000 resume 900 "
     "-a8/+a8 -f3 -d4 +d4=N 4000 -g8 +f6 b",
     "e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g8f6"},
    {"adjourn: nothing sealed", "-e2 +e4 w adjourn: 90000 resume -e7 +e5 b", "e2e4 e7e5"},
    {"adjourn: decided without resumption", "-e2 +e4 w adjourn:e5 =0-1 resume", "e2e4", "", "",
     chess::Result::black_wins},
};

std::string told(const std::vector<Incident>& incidents) {
    std::string text;
    for (const auto& incident : incidents) {
        text += (text.empty() ? "" : "; ") + std::string(to_string(incident.kind));
        if (incident.side) text += *incident.side == Side::white ? " w" : " b";
        text += " " + std::to_string(incident.ply);
    }
    return text;
}

} // namespace

TEST_CASE("an arbiter's command loses a move, or his hands make one or touch") {
    for (const auto& row : commands)
        for (const auto sensing : every_sensing) {
            if (sensing < row.from) continue;
            Header header;
            header.sensing = sensing;
            header.start_fen = row.start;
            INFO(row.what << ", under sensing " << static_cast<int>(sensing));
            const auto outcome = umpired(row.script, header);
            CHECK(outcome.moves == row.moves);
            CHECK(told(outcome.incidents) == row.incidents);
            CHECK(to_string(outcome.result) == to_string(row.result));
        }
}

TEST_CASE("the sealed move is public before the resumption, or its player's time runs on") {
    Header header;
    header.time_control = "3600";
    Umpire umpire(header);
    for (const auto& input : inputs_of("-e2 +e4 w 60000 adjourn:e5 -e7 +e5 90000 -e5 +e7", header))
        umpire.feed(input);
    constexpr GameMs next_day_ms(24 * 3'600'000);
    const auto adjourned = umpire.record(next_day_ms);
    CHECK(adjourned.moves.size() == 1);
    CHECK(umpire.final_record().moves.size() == 1);
    REQUIRE(adjourned.clocks);
    CHECK(adjourned.clocks->black_ms == 3'600'000 - 60'400);
    CHECK(!adjourned.clocks->running);
    umpire.feed({next_day_ms, Resume{}});
    const auto resumed = umpire.record(next_day_ms + 5000);
    REQUIRE(resumed.moves.size() == 2);
    CHECK(resumed.moves.back().clock_ms == adjourned.clocks->black_ms);
    CHECK(resumed.clocks->running == Side::white);
    CHECK(resumed.clocks->white_ms == adjourned.clocks->white_ms - 5000);
}

TEST_CASE("what is shown on the board in a pause is taken for a move by the public view") {
    for (const auto sensing : every_sensing) {
        Header header;
        header.sensing = sensing;
        Umpire umpire(header);
        const auto inputs = inputs_of("-e2 +e4 w pause -e7 +e5", header);
        for (const auto& input : inputs) umpire.feed(input);
        CHECK(umpire.record(inputs.back().t_ms + 9000).moves.size() == 1);
    }
}

TEST_CASE("time that an arbiter sets in a pause, or after the end, is not on the clock") {
    Header header;
    header.time_control = "300+3";
    for (const auto* script : {"-e2 +e4 w pause tw=90000 tb=80000", "-e2 +e4 w rb tw=90000 tb=80000"}) {
        INFO(script);
        const auto clocks = umpired(script, header).record.clocks;
        REQUIRE(clocks);
        CHECK(clocks->white_ms == 90'000);
        CHECK(clocks->black_ms == 80'000);
        CHECK(!clocks->running);
    }
}
