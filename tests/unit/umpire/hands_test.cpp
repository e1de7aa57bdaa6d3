#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto open = chess::Result::open;

struct Case {
    const char* what;
    const char* start; // nullptr: normal
    const char* script;
    const char* moves;
    chess::Result result = open;
    bool presence_can_tell = true;
    bool colour_can_tell = true;
};

const char* const castles = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
const char* const passing = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
const char* const promoting = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
const char* const taking = "4k3/8/2p5/1B1n4/4P3/8/8/4K3 w - - 0 1";

const Case cases[] = {
    {"a quiet move and its reply", nullptr, "-e2 +e4 w -e7 +e5 b", "e2e4 e7e5"},
    {"a move that stands without its press at the end of the log", nullptr, "-e2 +e4 w -e7 +e5", "e2e4 e7e5"},
    {"a slide over squares on the way", nullptr, "-e2/+e3/200 -e3/+e4 w", "e2e4"},
    {"a slide over many squares", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-a1/+a2/-a2/+a3/-a3/+a4/-a4/+a7 w",
     "a1a7"},
    {"a slide that Black could have stopped", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
     "-e2/+e3/-e3/+e4 w -d4 -e4 +e3=p b", "e2e4 d4e3"},
    {"a slide whose end is felt after the press", "4k3/8/8/r7/8/8/8/4K2R b - - 0 1",
     "-a5 +b5/100/-b5/b/+c5=r -h1 +h3 w -c5 +c6 b", "a5c5 h1h3 c5c6"},
    {"a flicker of the piece just moved, at the press", "4k3/8/8/r7/8/8/8/4K2R b - - 0 1",
     "-a5 +b5/100/-b5/b/+b5=r -h1 +h3 w", "a5b5 h1h3"},
    {"a piece that had stood, taken up before the press and felt beside its square",
     "4k3/8/8/r7/8/8/8/1R2K3 b - - 0 1", "-a5 +b5 900 -b5/b/+c5=r -c5 -b1 +b5 w -e8 +e7 b", "a5b5 b1b5 e8e7"},
    {"a slow slide over a square of mate", "8/8/5R2/k7/6R1/8/8/4K2R w - - 0 1",
     "-h1/+h5 440/-h5/+h7 w -a5 +b5 b", "h1h7 a5b5"},
    {"a slow slide over a square of mate, seen ahead", "8/8/5R2/k7/6R1/8/8/4K2R w - - 0 1",
     "-h1/+h5 440/+h7=R/-h5 w -a5 +b5 b", "h1h7 a5b5"},
    {"mate, and the mated king taken off soon", "8/8/5R2/k7/6R1/8/8/4K2R w - - 0 1",
     "-h1 +h5 40 -a5 -h5 -g4 +g8=R +a8=k", "h1h5", chess::Result::white_wins},
    {"mate, and its piece taken up soon and set back", "8/8/5R2/k7/6R1/8/8/4K2R w - - 0 1",
     "-h1 +h5 40 -h5 3000 +h5/100 -h5", "h1h5", chess::Result::white_wins},
    {"mate, and its piece set elsewhere after a while", "8/8/5R2/k7/6R1/8/8/4K2R w - - 0 1",
     "-h1 +h5 40 -h5 400 +h7", "h1h5", chess::Result::white_wins},
    {"a bounce on landing", nullptr, "-e2 +e4/-e4/+e4 w -e7 +e5 b", "e2e4 e7e5"},
    {"a centring after landing", nullptr, "-g1 +f3/-f3 +f3 w", "g1f3"},
    {"a piece seen on its new square before it left the old one", nullptr, "-g1 +f3 w +f6=n/-g8 b",
     "g1f3 g8f6"},
    {"a flicker of another square", nullptr, "-e2 -d7/+d7=p +e4=P w", "e2e4"},
    {"hovering with the piece that moves", nullptr, "-e2 +e2 -e2 +e4 w", "e2e4"},
    {"another piece touched first", nullptr, "-d2 +d2 -e2 +e4 w", "e2e4"},
    {"a forgotten press", nullptr, "-e2 +e4 -e7 +e5 b -g1 +f3 w", "e2e4 e7e5 g1f3"},
    {"two forgotten presses", nullptr, "-e2 +e4 -e7 +e5 -g1 +f3 w", "e2e4 e7e5 g1f3"},
    {"no press in the whole game", nullptr, "-e2 +e4 -e7 +e5 -g1 +f3 -b8 +c6 -f1 +b5 -a7 +a6",
     "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"},
    {"a press after the reply has begun", nullptr, "-e2 +e4 -e7 w +e5 b", "e2e4 e7e5"},
    {"a press after the reply was made", nullptr, "-e2 +e4 -e7 +e5 w b -g1 +f3 w", "e2e4 e7e5 g1f3"},
    {"two presses running", nullptr, "-e2 +e4 w w -e7 +e5 b", "e2e4 e7e5"},
    {"an empty press before the move", nullptr, "w -e2 +e4 w -e7 +e5 b", "e2e4 e7e5"},
    {"a pondering player who lets the board stand", nullptr, "-e2 +e4 w 90000 -e7 60000 +e5 b", "e2e4 e7e5"},

    {"a knight that came down unfelt, told by the reply and its next move", nullptr,
     "-g1 w -e7 +e5 b +d4=N w -b8 +c6 b", "g1f3 e7e5 f3d4 b8c6"},
    {"a knight whose square was still felt, told by the reply, and let go later",
     "4k3/7p/8/8/8/8/7P/4K1N1 w - - 0 1", "+f3=N w -e8 +e7 b -f3 +d4 w -g1 -e7 +d7 b", "g1f3 e8e7 f3d4 e7d7"},
    {"a king that came down unfelt", "4k3/7p/8/8/8/8/7P/4K3 w - - 0 1", "-e1 w -e8 +e7 b +g3=K w -e7 +e6 b",
     "e1f2 e8e7 f2g3 e7e6"},
    {"a captor that came down unfelt", taking, "-d5 -e4 w -e8 +e7 b -e1 +e2 w", "e4d5 e8e7 e1e2"},
    {"a king that castled unfelt", castles, "-e1 -h1 +f1 w -a7 +a6 b", "e1g1 a7a6"},
    {"a piece that came down unfelt and was centred before the reply", nullptr, "-g1 w +f3 -e7 +e5 b",
     "g1f3 e7e5"},
    {"a piece that came down unfelt and was centred after the reply", nullptr,
     "-g1 w -e7 +e5 b +f3=N -b1 +c3 w", "g1f3 e7e5 b1c3"},
    {"a move felt after the reply has begun", nullptr, "-e2 -e7/+e4=P +e5=p b -g1 +f3 w", "e2e4 e7e5 g1f3"},
    {"a move felt long after the reply has begun", nullptr, "-e2 -f7/350/+e4=P +f6=p -f6/+f6=p b -g1 +f3 w",
     "e2e4 f7f6 g1f3"},
    {"a move felt and pressed for after the reply has begun", "4k3/8/2p5/3P4/8/8/8/4K1N1 b - - 0 1",
     "-c6 -g1/+c5=p 170/b 130/+e2=N w -e8 +e7 b", "c6c5 g1e2 e8e7"},
    {"a pawn's double step felt after it began to be taken en passant", "4k3/8/8/8/5p1p/8/6P1/4K3 w - - 0 1",
     "-g2 5000 -f4 20/+g4=P -g4 +g3=p b -e1 +e2 w", "g2g4 f4g3 e1e2"},
    {"a capture felt after the recapture has begun", "4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1",
     "-d5 -e4 -c6/+d5=P -d5 +d5=p b -e1 +e2 w", "e4d5 c6d5 e1e2"},
    {"a move felt after the captured piece of the reply was taken off",
     "4kB2/8/3q4/8/8/2p5/8/1N2K3 w - - 0 1", "-b1 -f8/+a3=N -d6 +f8=q w b -a3 +b5 w", "b1a3 d6f8 a3b5"},
    {"an opponent's piece touched, and the move made elsewhere", taking, "-b5 -c6/+d3=B +c6=p w -d5 +f6 b",
     "b5d3 d5f6"},
    {"a slide past a capture", taking, "-c6 -b5/+a6 150/-a6/+c6=B w", "b5c6"},
    {"a piece in hand at the press, put back", nullptr, "-g1 w +g1 -e2 +e4 w -e7 +e5 b", "e2e4 e7e5"},
    {"a piece in hand at the press", nullptr, "-g1 w", ""},
    {"a piece in hand at the press, and nobody replies", nullptr, "-g1 w 9000 b 9000 w", ""},

    {"a capture, victim first", taking, "-d5 -e4 +d5=P w", "e4d5"},
    {"a capture, mover first", taking, "-e4 -d5 +d5=P w", "e4d5"},
    {"a capture with the victim put aside late", taking, "-d5 3000 -e4 2000 +d5=P w", "e4d5"},
    {"a capture whose victim no sensor saw lifted", taking, "-e4 +d5 w", "e4d5"},
    {"a capture by a piece that could take another, victim seen", taking, "-c6 -b5 +c6=B w", "b5c6"},
    {"a capture that stands, and a reply seen to land before the late press and to leave after it",
     "4k3/8/8/3n2p1/8/8/3B4/4K3 w - - 0 1", "-d2 -g5 +g5=B +f4=n/w/-d5 b -e1 +d1 w", "d2g5 d5f4 e1d1"},
    {"moves seen to land before the press and to leave after it", nullptr,
     "+e4=P/w/-e2 +e5=p/b/-e7 +f3=N/w/-g1 +c6=n/b/-b8", "e2e4 e7e5 g1f3 b8c6"},
    {"a capture seen to land before the press and to leave after it", taking, "-d5 +d5=P/w/-e4 -e8 +e7 b",
     "e4d5 e8e7"},
    {"en passant seen to land before the press and to leave after it", passing, "-d7 +d5 b -d5 +d6=P/w/-e5",
     "d7d5 e5d6"},
    {"a move seen to leave after its press, and the reply at once", nullptr, "+e4=P/w/-e2/-e7 +e5 b",
     "e2e4 e7e5"},
    {"a capture without its press", "4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "-d5 -e4 +d5=P -c6 -d5 +d5=p b",
     "e4d5 c6d5"},
    {"a capture retaken, both victims unseen", "4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "-e4 +d5 w -c6 +d5 b",
     "e4d5 c6d5"},
    {"a capture unpressed and its reply by a pawn that the other side could take, victim unseen",
     "6k1/4p3/3P4/8/3b3R/8/8/4K3 w - - 0 1", "-d4 -h4 +d4=R -e7 +d6 1000 b -e1 +e2 w", "h4d4 e7d6 e1e2"},
    {"a piece that captured, and is taken before the press, after moves without one", nullptr,
     "-e2 +e4 w -d7 +d5 -b1 +c3 -d5 -e4 +e4=p 1100 -e4 800 b -c3 +e4=N w", "e2e4 d7d5 b1c3 d5e4 c3e4"},
    {"a capture unpressed, and the capturer taken unseen", "5k2/4p3/4Q3/3n4/8/8/P7/4K3 w - - 0 1",
     "-e6 -e7 +e7=Q 11000 -d5 +e7=n b -e1 +e2 w", "e6e7 d5e7 e1e2"},
    {"a victim touched and left, another taken", "4k3/8/2p5/1B1n4/4P3/8/8/4K3 w - - 0 1",
     "-c6 +c6 -d5 -e4 +d5=P w", "e4d5"},

    {"castling, king first", castles, "-e1 +g1 -h1 +f1 w", "e1g1"},
    {"castling, rook first", castles, "-h1 +f1 -e1 +g1 w", "e1g1"},
    {"castling with two hands", castles, "-e1/-h1 +f1=R/+g1=K w", "e1g1"},
    {"castling long with a slide of the rook", castles, "-e1 +c1 -a1/+b1/-b1/+d1 w", "e1c1"},
    {"castling by both sides without presses", castles, "-e1 +g1 -h1 +f1 -e8 +c8 -a8 +d8 b", "e1g1 e8c8"},

    {"en passant, pawn first", passing, "-d7 +d5 b -e5 +d6 -d5 w", "d7d5 e5d6"},
    {"en passant, victim first", passing, "-d7 +d5 b -d5 -e5 +d6=P w", "d7d5 e5d6"},

    {"promotion, pawn to the last rank and exchanged", promoting, "-a7 +a8 -a8 +a8=Q w", "a7a8q"},
    {"promotion, pawn off and queen set", promoting, "-a7 +a8=Q w", "a7a8q"},
    {"promotion, queen set before the pawn is off", promoting, "+a8=Q -a7 w", "a7a8q"},
    {"promotion with capture, victim first", promoting, "-b8 -a7 +b8=Q w", "a7b8q"},
    {"promotion with capture, pawn exchanged there", promoting, "-b8 -a7 +b8=P -b8 +b8=Q w", "a7b8q"},
    {"a victim touched, and another taken by a pawn that promotes", "4k3/P7/8/8/8/8/3p4/2B1Q1K1 b - - 0 1",
     "-c1 +c1 2000 -e1 -d2 +e1=q -e1 +e1=q b", "d2e1q"},
    {"underpromotion", promoting, "-a7 +a8=N w", "a7a8n", open, false, false},
    {"underpromotion told by the knight's next move", promoting, "-a7 +a8=N w -e8 +e7 b -a8 +c7 w",
     "a7a8n e8e7 a8c7"},

    {"mate without a press", nullptr, "-f2 +f3 w -e7 +e5 b -g2 +g4 w -d8 +h4", "f2f3 e7e5 g2g4 d8h4",
     chess::Result::black_wins},
    {"mate, and the board cleared afterwards", nullptr,
     "-f2 +f3 w -e7 +e5 b -g2 +g4 w -d8 +h4 b -e1 -h4 -a1 +e4 -a8", "f2f3 e7e5 g2g4 d8h4",
     chess::Result::black_wins},
    {"stalemate", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "-g5 +g6 w", "g5g6", chess::Result::draw},
    {"resignation with a move unpressed", nullptr, "-e2 +e4 1000 rb", "e2e4", chess::Result::white_wins},
    {"a draw agreed", nullptr, "-e2 +e4 w -e7 +e5 ob b aw", "e2e4 e7e5", chess::Result::draw},
    {"an acceptance without an offer", nullptr, "-e2 +e4 w ab -e7 +e5 b", "e2e4 e7e5"},
    {"an arbiter's result", nullptr, "-e2 +e4 w =0-1 -e7 +e5 b", "e2e4", chess::Result::black_wins},
    {"an arbiter's moves between a player's", nullptr, "-d2 +d4 b:c6 -c1 +f4 b:c5", "d2d4 c7c6 c1f4 c6c5"},

    {"kings on white squares", nullptr, "-e2 +e4 w -e7 +e5 b -e4 -e5 -e1 +e4=K -e8 +d5=k", "e2e4 e7e5",
     chess::Result::white_wins},
    {"kings on black squares", nullptr, "-e2 +e3 w -e8 -e1 +d4=K +e5=k", "e2e3", chess::Result::black_wins},
    {"kings on one square of each colour", nullptr, "-e2 +e3 w -e8 +d5 -e1 +d4=K", "e2e3",
     chess::Result::draw},
    {"kings in the centre where one went by a legal move", "8/8/2k5/8/8/4K3/8/R7 w - - 0 1",
     "-a1 +a2 w -c6 +d5 -e3 +e4=K", "a1a2", chess::Result::white_wins},
    {"kings in the centre after an unpressed move", nullptr, "-e2 +e3 2000 -e8 +d5 -e1 +e4=K 2000", "e2e3",
     chess::Result::white_wins},
    {"a king that slides over the centre", nullptr, "-e2 +e3 w -e8 +d5 -e1/+d4=K/-d4/+e4=K", "e2e3",
     chess::Result::white_wins},
    {"kings in the centre, then the start position", nullptr,
     "-e2 +e4 w -e4 -e1 +e4=K -e8 +d5 2000 -e4 +e1 -d5 +e8", "e2e4", chess::Result::white_wins},
    {"a king's legal move to the centre with its press", "8/8/2k5/8/8/4K3/8/R7 w - - 0 1",
     "-e3 +d4 w -c6 +d6 b", "e3d4 c6d6"},
};

} // namespace

TEST_CASE("hands lose or invent a move") {
    for (const auto& c : cases) {
        for (const auto sensing : every_sensing) {
            if (sensing == Sensing::presence && !c.presence_can_tell) continue;
            if (sensing == Sensing::colour && !c.colour_can_tell) continue;
            Header header;
            header.sensing = sensing;
            if (c.start) header.start_fen = c.start;
            INFO(c.what << " under sensing " << static_cast<int>(sensing));
            const auto outcome = umpired(c.script, header);
            CHECK(outcome.moves == c.moves);
            CHECK(to_string(outcome.result) == to_string(c.result));
        }
    }
}

TEST_CASE("a flicker of another square makes a bounce a touch where the reply has begun") {
    for (const auto sensing : every_sensing) {
        INFO("sensing " << static_cast<int>(sensing));
        Header header;
        header.sensing = sensing;
        const auto outcome = umpired("-e2 +e4/-e4/-h7/+h7=p 150/-a7 100/+e4=P w +a6=p b -d2 +d4 w", header);
        CHECK(outcome.moves == "e2e4 a7a6 d2d4");
        CHECK(said(outcome.incidents) == "");
    }
}

TEST_CASE("a board without a lever loses the moves that stood") {
    for (const auto sensing : every_sensing) {
        Header header;
        header.sensing = sensing;
        header.clock = false;
        INFO(static_cast<int>(sensing));
        CHECK(umpired("-e2 +e4 1500 -e7 +e5 1200 -g1 +f3", header).moves == "e2e4 e7e5 g1f3");
        CHECK(umpired("-e2 +e4 -e7 +e5 -g1 +f3", header).moves == "e2e4 e7e5 g1f3");
        CHECK(umpired("-e2 +e4 1200 -e7 +e5 1200 -e1 +e2 1200 -e8 +e7 1200 -e2 +d3 1200 -e7 +d6 1200", header)
                  .moves == "e2e4 e7e5 e1e2 e8e7 e2d3 e7d6");
    }
}

TEST_CASE("a capture that is the last move, its victim gone for a fifth of a second, is lost or another") {
    struct Case {
        const char* what;
        const char* start;
        const char* script;
        const char* moves;
    };
    const char* const two_victims = "k7/8/7p/5N2/8/4p3/8/K7 w - - 0 1";
    const char* const last_pawn = "4k3/5p2/4Q3/8/8/8/8/4K3 b - - 0 1";
    for (const auto& c : {
             Case{"the record ends", nullptr, "-e2 +e4 1500 -d7 +d5 1500 -e4 -d5/200/+d5=P",
                  "e2e4 d7d5 e4d5"},
             Case{"its player resigns", nullptr, "-e2 +e4 1500 -d7 +d5 1500 -e4 -d5/200/+d5=P 2000 rw",
                  "e2e4 d7d5 e4d5"},
             Case{"seen to land before it left", nullptr, "-e2 +e4 1500 -d7 +d5 1500 -d5/200/+d5=P/60/-e4",
                  "e2e4 d7d5 e4d5"},
             Case{"a draw is agreed, where it could have taken more unseen", two_victims,
                  "-f5 -h6/150/+h6=N 2000 ow ab", "f5h6"},
             Case{"it begins with its victim, before the move before had stood long", last_pawn,
                  "-e8 +f8 500 -f7/200/+f7=Q/170/-e6", "e8f8 e6f7"},
         })
        for (const auto sensing : every_sensing) {
            Header header;
            header.sensing = sensing;
            header.clock = false;
            if (c.start) header.start_fen = c.start;
            INFO(c.what << " under sensing " << static_cast<int>(sensing));
            CHECK(umpired(c.script, header).moves == c.moves);
        }
}

TEST_CASE("without a lever a castling that changes nothing to the eye is made by nobody's hand") {
    Header header;
    header.clock = false;
    header.chess960 = true;
    header.start_fen = "brqbnkrn/pppppppp/8/8/8/8/PPPPPPPP/BRQBNKRN w KQkq - 0 1";
    for (const auto sensing : {Sensing::presence, Sensing::colour}) {
        header.sensing = sensing;
        INFO(static_cast<int>(sensing));
        CHECK(umpired("2000 -e1 +f3 1500 -d7 +d5", header).moves == "e1f3 d7d5");
    }
}

TEST_CASE("a king seen in the centre before he left his square takes his last move with him") {
    for (const auto sensing : every_sensing) {
        Header header;
        header.sensing = sensing;
        header.clock = false;
        header.start_fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        INFO(static_cast<int>(sensing));
        const auto outcome = umpired("-e1 +d2 1500 -e8 +d7 1500 +e4=K/-d2 -d7 +d5=k", header);
        CHECK(outcome.moves == "e1d2 e8d7");
        CHECK(outcome.result == chess::Result::white_wins);
    }
}

TEST_CASE("Chess960 castling where king or rook takes the other's place is not seen") {
    Header header;
    header.chess960 = true;
    header.start_fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    for (const auto sensing : every_sensing) {
        header.sensing = sensing;
        INFO(static_cast<int>(sensing));
        CHECK(umpired("-f1 -g1 +f1=R +g1=K w -e8 +e7 b", header).moves == "f1g1 e8e7");
    }
    header.start_fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    for (const auto sensing : every_sensing) {
        header.sensing = sensing;
        INFO(static_cast<int>(sensing));
        CHECK(umpired("-f1 -h1 +f1=R +g1=K w", header).moves == "f1h1");
        CHECK(umpired("-h1 +g1 w", header).moves == "h1g1");
    }
}

TEST_CASE("a late press finds pieces off their squares where the reply castles or slides") {
    struct Reply {
        const char* what;
        const char* start;
        bool chess960;
        const char* script;
        const char* moves;
    };
    const char* const beside = "bqrkrbn1/pppppppp/6n1/8/8/7N/PPPPPPPP/BQRKRB1N w KQkq - 2 2";
    for (const auto& [what, start, chess960, script, moves] : {
             Reply{"king and rook on each other's squares", beside, true,
                   "-f2 +f3 -d8 -c8 +c8=k +d8=r 1600 w b", "f2f3 d8c8"},
             Reply{"the king on the rook's square", "1rk5/pppppppp/8/8/8/8/PPPPPPPP/2K5 w b - 0 1", true,
                   "-a2 +a3 -c8 -b8 +c8=k +d8=r 1600 w b", "a2a3 c8b8"},
             Reply{"past a square that it leaves as the lever is pressed", nullptr, false,
                   "-d2 +d4 600 -g8/210/+g6/230/-g6/90/w/90/+f6 800 b", "d2d4 g8f6"},
         })
        for (const auto sensing : every_sensing) {
            INFO(what << " under sensing " << static_cast<int>(sensing));
            Header header;
            header.sensing = sensing;
            header.chess960 = chess960;
            if (start) header.start_fen = start;
            const auto outcome = umpired(script, header);
            CHECK(outcome.moves == moves);
            CHECK(said(outcome.incidents) == "");
        }
}

TEST_CASE(
    "a piece that bounces after the press, before it is seen to leave, makes that a press without a move") {
    for (const auto sensing : every_sensing) {
        INFO("sensing " << static_cast<int>(sensing));
        Header header;
        header.sensing = sensing;
        const auto outcome = umpired("+f3=N/w/-f3/+f3=N/-g1 -e7 +e5 b", header);
        CHECK(outcome.moves == "g1f3 e7e5");
        CHECK(said(outcome.incidents).find("press-without-move") == std::string::npos);
    }
}

TEST_CASE("a piece that was felt where it came down, and then no more, stands elsewhere") {
    Header header;
    header.sensing = GENERATE(Sensing::presence, Sensing::colour, Sensing::identity);
    header.start_fen = "4k3/7p/8/8/8/8/7P/4K3 w - - 0 1";
    CHECK(umpired("-e1 +f2 -f2 w -e8 +e7 b", header).moves.starts_with("e1f2"));
}
