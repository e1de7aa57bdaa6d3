#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/games/perft.hpp"

#include <algorithm>

using namespace adoube;
using namespace adoube::tools;

namespace {

tests::Said perft(int depth, const std::string& fen) {
    return tests::run(run_perft, PerftOptions{.depth = depth, .fen = fen});
}

} // namespace

TEST_CASE("perft prints each move's count in UCI form, an empty line and the total") {
    CHECK(perft(2, "7k/8/8/8/8/8/8/K7 w - - 0 1").out == "a1b1: 3\na1a2: 3\na1b2: 3\n\n9\n");
    const auto start = perft(3, "");
    CHECK(start.status == 0);
    CHECK(start.out.find("\ne2e4: 600\n") != std::string::npos);
    CHECK(start.out.ends_with("\n\n8902\n"));
}

TEST_CASE("perft to depth 0 counts the position itself") { CHECK(perft(0, "").out == "\n1\n"); }

TEST_CASE("perft writes Chess960 castling as king takes rook") {
    CHECK(perft(1, "1k6/8/8/8/8/8/8/5KR1 w G - 0 1").out.find("f1g1: 1\n") != std::string::npos);
}

TEST_CASE("perft refuses a wrong FEN or depth with one sentence and status 2") {
    for (const auto& ran : {perft(3, "nonsense"), perft(3, "8/8/8/8/8/8/8/8 w - - 0 1"), perft(-1, "")}) {
        CHECK(ran.status == 2);
        CHECK(ran.out.empty());
        CHECK(ran.err.starts_with("perft: "));
        CHECK(std::ranges::count(ran.err, '\n') == 1);
    }
}
