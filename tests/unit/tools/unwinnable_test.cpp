#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/unwinnable.hpp"

#include <algorithm>

using namespace adoube;
using namespace adoube::tools;

namespace {

tests::Said unwinnable(const std::string& fens, const UnwinnableOptions& options = {}) {
    return tests::run(run_unwinnable, options, fens);
}

} // namespace

TEST_CASE("unwinnable prints for each FEN who can still mate, with and without counters") {
    const auto ran = unwinnable("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                                "8/8/4k3/8/8/3K1R2/8/8 w - -\r\n"
                                "8/8/4k3/8/6q1/2K1N3/8/8 w - -\n"
                                "8/8/4k3/8/8/3KN3/8/8 w - - 99 120");
    CHECK(ran.status == 0);
    CHECK(ran.out == "WB\nW-\n-B\n--\n");
    CHECK(ran.err.empty());
}

TEST_CASE("unwinnable passes over empty lines and comments") {
    const auto ran = unwinnable("# two kings\n\n  \n8/8/4k3/8/8/3K4/8/8 w - -\n");
    CHECK((ran.status == 0 && ran.out == "--\n" && ran.err.empty()));
}

TEST_CASE("unwinnable refuses a line that is no FEN by its number and goes on") {
    const auto ran = unwinnable("nonsense\n8/8/4k3/8/8/3K4/8/8 w - -\n8/8/8/8/8/8/8/8 w - -\n");
    CHECK(ran.status == 2);
    CHECK(ran.out == "--\n");
    CHECK(ran.err.starts_with("unwinnable: line 1: "));
    CHECK(ran.err.find("\nunwinnable: line 3: ") != std::string::npos);
    CHECK(std::ranges::count(ran.err, '\n') == 2);
}

TEST_CASE("unwinnable says ?? where the limit does not suffice") {
    CHECK(unwinnable("8/8/4k3/8/8/3K1R2/8/8 w - -\n", {.limit = 1}).out == "??\n");
}
