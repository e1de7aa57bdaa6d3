#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

#include <algorithm>
#include <ranges>

using namespace adoube;
using namespace adoube::umpire;
using chess::Result;

namespace {

enum class Lever { either, there, none };

struct Case {
    const char* what;
    const char* start;
    const char* script;
    const char* moves;
    Result result;
    Lever lever = Lever::either;
};

const char* const bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
const char* const pawns = "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1";
const char* const near = "8/8/2k5/8/8/4K3/8/R7 w - - 0 1";
const char* const queen = "2kq4/8/2b5/6P1/4P3/8/8/7K w - - 0 1";

const Case cases[] = {
    {"both in the hands at once", bare, "-e8 3000 -e1 3000 +d5=K 3000 +e5=k", "", Result::draw},
    {"one after the other", bare, "-e8 +d5 6000 -e1 +e4", "", Result::white_wins},
    {"slides over other squares", bare, "-e8/+e7 200/-e7/+e6 200/-e6/+e5 -e1/+e2 200/-e2/+e3 200/-e3/+d4", "",
     Result::black_wins},
    {"a king carried low and slowly over another square", "4k3/7p/8/8/8/8/3K3P/8 w - - 0 1",
     "-d2/+d3 430/-d3/140/+d4 6000 -e8 +e4", "", Result::draw},
    {"a king held low for a while over a square on his way, after the other is in the centre",
     "rn2k1n1/2p3K1/3p4/1pP3b1/8/pP1P4/P3P1P1/1RB2BN1 b - - 1 21",
     "-e8 50/+e7 110/-e7 60/+e6 110/-e6 50/+e5 930/-g7 320/+g6 680/-g6 30/+f6 110/-f6 270/+e4 5800/-d6 -d3 "
     "500 -a2 400 -e2",
     "", Result::draw},
    {"a king carried low and slowly over a square of the centre", bare,
     "-e1 +d4 5000 -e8/+e6 190/-e6/+e5 430/-e5/+d5 3000 -d4 600 -d5", "", Result::draw},
    {"a king seen to land before he left a square of the centre that he passed", bare,
     "-e1 +d4 5000 -e8 +e5/430/+d5=k/-e5 3000 -d4 600 -d5", "", Result::draw},
    {"the king set last taken off soon", bare, "-e1 +d4 5000 -e8 +e5/430/-e5 600 -d4", "",
     Result::black_wins},
    {"the king set first taken off soon", bare, "-e1 +d4 5000 -e8 +e5/430/-d4 600 -e5", "",
     Result::black_wins},
    {"a king seen in the centre before he left his square", bare, "+e5=k 200/-e8 +d4=K/-e1", "",
     Result::black_wins},
    {"a king who bounced in the centre", bare, "-e8 +d5 100/-d5/+d5 2000 -e1 +e4 100/-e4/+e4", "",
     Result::white_wins},
    {"pieces on their squares taken off first", pawns, "-d4 -d5 2000 -e1 1000 -e8 +d5=k 1000 +d4=K", "",
     Result::draw},
    {"a piece taken off between the kings", pawns, "-d5 1500 -e1 1500 +e5 400 -d4 600 -e8 +d4", "",
     Result::black_wins},
    {"a piece that flickered before it was taken off", "6k1/8/8/2p5/3P4/8/8/6K1 w - - 0 1",
     "-d4/+d4 -d4 1500 -g1 +e5 2000 -g8 1000 +d5", "", Result::draw},
    {"a piece left in the centre that flickers", pawns, "-d4 600 -d5/+d5=p/-e8 -e1 +e5=K +d4=k 3000 -e5", "",
     Result::black_wins},
    {"a piece elsewhere that flickers", "4k3/7p/8/8/8/8/8/4K3 w - - 0 1",
     "-e8/-h7/+d5=k/+h7=p -e1 1000 +e4=K/-h7 80/+h7=p", "", Result::white_wins},
    {"a piece of the centre put back, and other squares taken", pawns,
     "-d4 1000 +d4 2000 -e1 +e4 -e8 1000 -d5 +d5=k", "", Result::white_wins},

    {"a king's legal step to the centre", near, "-e3 +e4 3000 -c6 +d5", "", Result::white_wins},
    {"a king's legal step to the centre, pieces taken off first", "8/8/2k5/8/3P4/4K3/8/R7 w - - 0 1",
     "-d4 3000 -e3 +d4=K 3000 -c6 +d5", "", Result::draw},
    {"a king's legal capture there", "8/8/2k5/8/3p4/4K3/8/R7 w - - 0 1", "-d4 -e3 +d4=K 3000 -c6 +d5", "",
     Result::draw},
    {"a king who seems to make a pawn's step", "4k3/8/8/4p3/8/8/8/4K3 b - - 0 1",
     "-e5 1500 +e4=k 90/-e8 1000 -e1 +d5", "", Result::white_wins},

    {"an unpressed move", "k7/8/8/4p3/4P3/8/3n4/6K1 b - - 0 1",
     "-d2 1100 +b3 400 -e5 600 -e4 1000 -a8 900 +e4=k 1900 -g1 +d5=K", "d2b3", Result::white_wins},
    {"an unpressed move to the centre, a flicker after a promotion", "8/P3k3/8/3r4/7p/8/5K2/8 w - - 0 1",
     "-a7 +a8=Q w -h4/+h4 3600 -d5 +e5 4700 -e5 2700 -f2 1200 +e4=K 1200 -e7 1500 +e5=k", "a7a8q d5e5",
     Result::draw, Lever::there},
    {"an unpressed move by a piece that is taken off", "8/B6k/8/7p/8/8/6K1/8 w - - 0 1",
     "-a7 +d4 4700 -d4 2000 -h7 -g2 +d4=k +e5=K", "a7d4", Result::black_wins},
    {"an unpressed move by a king", "8/5P2/3k4/1B6/K7/7N/8/8 b - - 0 1",
     "-d6 +c5 2300 -a4 +e5 -c5 +d4 10000 -f7", "d6c5", Result::black_wins},
    {"unpressed moves, one by a king", queen, "-h1 +h2 3400 -d8 +d6 -e4 2000 -c8 -h2 +e4=K +d4=k 4000 -g5",
     "h1h2 d8d6", Result::draw},
    {"a move pressed for late", queen, "-h1 +h2 3400 -d8 +d6 -e4 1000 b 1000 -c8 -h2 +e4=K +d4=k",
     "h1h2 d8d6", Result::draw, Lever::there},
    {"a king's unpressed capture in the centre, who goes on from there", "8/p7/8/4k3/3PN3/8/P7/1K6 b - - 0 1",
     "-d4 -e5 +d4=k 5000 -e4 -b1 +e4=K 1500 -d4 +e5 5000", "e5d4", Result::draw},
    {"a result that is entered as they come to stand", near, "-e3 +e4 3000 -c6 +d5/=1-0 5000", "",
     Result::white_wins},
    {"another result than they show", near, "-e3 +e4 3000 -c6 +d5/=0-1 5000", "", Result::black_wins},
    {"a resignation as they come to stand", near, "-e3 +e4 3000 -c6 +d5/rb 5000", "", Result::white_wins},
    {"a draw agreed as they come to stand", near, "ow 2000 -e3 +d4 2000 -c6 +d5/ab 5000", "", Result::draw},
    {"a draw offer", pawns, "ob 2000 -d5 2000 -d4 3000 -e1 +d4=K -e8 +d5=k", "", Result::draw},

    {"the king who was set last is taken up again", near, "-e3 +e4 2000 -c6 +d5 1500 -d5 +e5 2000", "",
     Result::white_wins},
    {"the king who was set last is seen on another square", near, "-e3 +e4 2000 -c6 +d5 1500 +e5=k/-d5 2000",
     "", Result::white_wins},
    {"a piece of the centre that might have captured unseen", "3r1r2/4p3/3pk3/3b4/2N5/7P/8/4K3 b - - 0 1",
     "-d5 1200 -e6 +d5=k 1500 +e4=K/-e1 1400 -e4 +d4 5000 -d5 +e5 3000", "", Result::white_wins},

    {"one king set beside the other, who made a move", near, "-e3 +e4 w 2000 -c6 +d5 3000", "e3e4",
     Result::open, Lever::there},
    {"one king set beside the other, whose square flickers", near, "-e3 +e4 w 2000 -c6 +d5/-e4/+e4=K 3000",
     "e3e4", Result::open, Lever::there},
    {"a king and a pawn of the centre adjusted", "8/4k3/8/3KP3/8/8/8/8 b - - 7 4",
     "jb -e7 600 +e7 -d5 2000 +d5 1000 -e5/+e5 1000 -e7 +f7 b", "e7f7", Result::open, Lever::there},
    {"a king's move to the centre, and the reply", near, "-e3 +d4 5000 -c6 +d6 5000 -a1 +a2",
     "e3d4 c6d6 a1a2", Result::open},
};

Header header_of(const char* start, Sensing sensing, bool lever) {
    Header header;
    header.sensing = sensing;
    header.clock = lever;
    header.start_fen = start;
    return header;
}

} // namespace

TEST_CASE("The kings in the centre are misread, or an offence") {
    for (const auto& c : cases) {
        for (const auto sensing : every_sensing) {
            for (const bool lever : {true, false}) {
                if (c.lever == (lever ? Lever::none : Lever::there)) continue;
                INFO(c.what << " under sensing " << static_cast<int>(sensing) << ", lever " << lever);
                const auto outcome = umpired(c.script, header_of(c.start, sensing, lever));
                CHECK(outcome.moves == c.moves);
                CHECK(to_string(outcome.result) == to_string(c.result));
                for (const auto& incident : outcome.incidents) {
                    INFO(to_line(incident));
                    CHECK(false);
                }
            }
        }
    }
}

TEST_CASE("A board that was off while the kings were set in the centre leaves a game without a result") {
    struct Case {
        const char* what;
        const char* start;
        const char* seen;
        const char* unseen;
        const char* moves;
        Result result;
    };
    for (const auto& c : {
             Case{"both set", pawns, "-e1 +e2 w 2000", "-d4 -e8 +e5 -e2 +e4=K", "e1e2", Result::draw},
             Case{"one set", pawns, "-e1 +e2 w 2000 -d5 -e8 +d5=k", "-e2 +e4", "e1e2", Result::white_wins},
             Case{"one in the hand", pawns, "-e1 +e2 w 2000 -e8", "+e5 -e2 +e4", "e1e2", Result::draw},
             Case{"after an unpressed move", pawns, "-e1 +e2 w -e8 +e7 2000", "-e2 +e4 -d5 -e7 +e5=k",
                  "e1e2 e8e7", Result::draw},
         }) {
        for (const auto sensing : every_sensing) {
            INFO(c.what << " under sensing " << static_cast<int>(sensing));
            const auto header = header_of(c.start, sensing, true);
            auto inputs = inputs_of(c.seen + std::string(" gap"), header);
            const auto with_unseen =
                inputs_of(c.seen + std::string(" gap ") + c.unseen + " snap 5000 cw", header);
            std::ranges::copy(with_unseen | std::views::drop(with_unseen.size() - 2),
                              std::back_inserter(inputs));
            const auto outcome = umpired(inputs, header);
            CHECK(outcome.moves == c.moves);
            CHECK(to_string(outcome.result) == to_string(c.result));
            CHECK(said(outcome.incidents) == "");
        }
    }
}

TEST_CASE("Clearing the centre for the kings ends the right to claim") {
    for (const auto sensing : every_sensing) {
        INFO(static_cast<int>(sensing));
        const auto outcome = umpired("-a2 1000 +a2 -e1 +e2 w 2000 -d5 2000 -e8 +d5=k -e2 +e4=K",
                                     header_of("4k3/8/8/3p4/3P4/8/P7/4K3 w - - 0 1", sensing, true));
        CHECK(outcome.moves == "e1e2");
        CHECK(outcome.result == Result::white_wins);
        REQUIRE(outcome.incidents.size() == 1);
        CHECK(outcome.incidents.front().kind == IncidentKind::touch_move);
    }
}

TEST_CASE("A king's step to the centre without a lever hides a breach") {
    for (const auto sensing : every_sensing) {
        INFO(static_cast<int>(sensing));
        const auto header = header_of("8/8/2k5/8/8/4K3/3P3p/8 w - - 0 1", sensing, false);
        for (const auto* script : {"-d2 1000 +d2 -e3 +e4 3000 -h2", "-d2 1000 +d2 -e3 +e4"}) {
            const auto outcome = umpired(script, header);
            CHECK(outcome.moves == "e3e4");
            REQUIRE(!outcome.incidents.empty());
            CHECK(outcome.incidents.front().kind == IncidentKind::touch_move);
        }
    }
}

TEST_CASE("A king's move that breached and was not pressed is taken for his way to the centre") {
    for (const auto sensing : every_sensing) {
        INFO(static_cast<int>(sensing));
        const auto header = header_of("8/8/4k3/3p4/4P3/8/7K/8 b - - 0 1", sensing, true);
        for (const auto* seen : {"-e6 +f7", "+f7=k/-e6"}) {
            const auto outcome = umpired("-d5 700 +d5 3000 " + std::string(seen) +
                                             " 13000 -e4 1500 -h2 +e4=K 2500 -f7 700 +e5=k",
                                         header);
            CHECK(outcome.moves == "e6f7");
            CHECK(outcome.result == chess::Result::draw);
            REQUIRE(outcome.incidents.size() == 1);
            CHECK(outcome.incidents.front().kind == IncidentKind::touch_move);
        }
    }
}

TEST_CASE("A king who came to the centre by a move of the game is taken for set there before he is") {
    for (const auto sensing : every_sensing) {
        Header header;
        header.clock = false;
        header.sensing = sensing;
        header.start_fen = "5k2/8/8/4p3/4K3/8/7P/8 w - - 0 1";
        for (const auto* wait : {"1500 ", "6000 ", "1500 snap 1500 "}) {
            for (const auto* set_on : {"+d4=K/-d5 2000", "-d5 +d4 2000"}) {
                const auto outcome =
                    umpired("-e4 +d5 4000 -e5 2000 -f8 +e4 " + std::string(wait) + set_on, header);
                CHECK(outcome.moves == "e4d5");
                CHECK(outcome.result == chess::Result::draw);
                CHECK(outcome.incidents.empty());
            }
        }
        const auto stay = umpired("-e4 +d5 4000 -e5 2000 -f8 +e4 3500 -h2 2000", header);
        CHECK(stay.result == chess::Result::white_wins);
    }
}

TEST_CASE("A result is shown while a king may go on to another square of the centre") {
    for (const auto sensing : every_sensing) {
        const auto header = header_of(near, sensing, true);
        Umpire umpire(header);
        for (const auto& input : inputs_of("-e3 +e4 2000 -c6 +d5", header)) umpire.feed(input);
        const GameMs set_ms(4 * 400 + 2000);
        CHECK(umpire.completed(set_ms + 9'900).result == Result::open);
        CHECK(umpire.next_by_time_ms(set_ms + 1'000) == set_ms + 10'000);
        CHECK(umpire.completed(set_ms + 10'000).result == Result::white_wins);

        Umpire at_once(header);
        for (const auto& input : inputs_of("-c6 +d5 2000 -e3 +e4=K", header)) at_once.feed(input);
        CHECK(at_once.completed(set_ms + 500).result == Result::open); // the king may only be passing
        CHECK(at_once.next_by_time_ms(set_ms + 500) == set_ms + 600);
        CHECK(at_once.completed(set_ms + 600).result == Result::white_wins);
    }
}

TEST_CASE("A king who goes to the centre shows as another the capture before, for which nobody pressed") {
    const auto header = header_of("8/3k4/4n3/8/3P1P2/4K3/8/8 b - - 0 44", Sensing::presence, true);
    Umpire umpire(header);
    const auto check_shown = [&](GameMs t_ms) {
        INFO(t_ms.count());
        const auto shown = umpire.completed(t_ms).game.moves();
        CHECK((shown.empty() || to_uci(shown.front()) == "e6f4"));
    };
    for (const auto& input :
         inputs_of("-e6 1000 -f4 800 +f4=n 8000 -d4 2000 -e3 500 +d4=K 3000 -d7 1000 +e5=k", header)) {
        check_shown(input.t_ms);
        umpire.feed(input);
        check_shown(input.t_ms);
    }
    const auto end = umpire.final_record();
    CHECK(to_uci(end.game.moves().front()) == "e6f4");
    CHECK(end.result == Result::black_wins);
}

TEST_CASE("kings tell a result though another piece was set in the centre between them, and seen to be one") {
    Header header;
    header.sensing = record::Sensing::identity;
    header.start_fen = "6k1/7p/8/8/8/8/P7/1N4K1 w - - 0 1";
    const auto result = [&](const char* script) { return umpired(script, header).result; };
    CHECK(result("-g8 1000 -g1 1000 -b1 1000 +b1=N 1000 +e4=K +d5=k 9000") == Result::white_wins);
    CHECK(result("-g8 1000 -g1 1000 -b1 +d4=N 1000 -d4 +b1=N 1000 +e4=K +d5=k 9000") == Result::open);
}
