// After a power cut mid-move a board shows what it showed before or a little later: the move goes on, nothing
// else was played.

#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

#include <algorithm>
#include <string>

using namespace adoube;
using namespace adoube::umpire;

namespace {

struct Case {
    const char* what;
    const char* start;
    const char* seen;
    const char* unseen;
    const char* then;
    const char* moves;
};

const char* const open_file = "3rk3/8/8/8/8/8/3R4/3RK3 w - - 0 1";
const char* const queens = "4k3/n7/8/8/8/8/q7/1B2K3 b - - 0 1";

const Case cases[] = {
    {"a victim that is slid aside", open_file, "-d8 +d7 700", "", "700 -d7 -d2 +d8 w", "d2d8"},
    {"a piece that slides, its victim off", "4k3/N7/8/8/8/8/q7/4K3 b - - 0 1", "-a7 -a2/+a3=q", "",
     "/-a3/+a4/-a4/+a5/-a5/+a7 b", "a2a7"},
    {"a piece that has slid on", "4k3/8/8/8/8/8/q7/4K3 b - - 0 1", "-a2/+a3", "/-a3/+a4", "/-a4/+a7 b",
     "a2a7"},
    {"a piece in the hand, then over a square", "4k3/8/8/8/8/8/q7/4K3 b - - 0 1", "-a2", "/+a4", "/-a4/+a7 b",
     "a2a7"},
    {"a victim taken off", open_file, "-d8", "-d2", "+d8=R w", "d2d8"},
    {"a castling, the rook on its way", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "-e1 +g1 -h1/+f1", "", "700 w",
     "e1g1"},
    {"a piece whose lift was lost", queens, "-e8/+e8 200", "-a2/+a4", "/-a4/+a6 b", "a2a6"},
};

} // namespace

TEST_CASE("Moves are invented, or one is lost, where a board loses its power while hands are at a move") {
    for (const auto& c : cases)
        for (const auto sensing : every_sensing) {
            INFO(c.what << " under sensing " << static_cast<int>(sensing));
            Header header;
            header.sensing = sensing;
            header.start_fen = c.start;
            const auto outcome =
                umpired(inputs_with_gap(std::string("snap ") + c.seen, c.unseen, c.then, header), header);
            CHECK(outcome.moves == c.moves);
            CHECK(said(outcome.incidents) == "");
        }
}
